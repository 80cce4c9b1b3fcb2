/** Each party reads its own next step. */

import { expect, test } from '@jest/globals';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { describeNextStep } from './describe-next-step.ts';

const now = new Date('2026-12-01T12:00:00.000Z');

test('a running loan shows each party what to do, and an operator that it is running', () => {
  expect(describeNextStep(buildLoan({ role: 'LENDER' }), now)).toMatch(
    /Finalize once it is repaid.*when grace ends on Feb 22, you may take the domain/,
  );
  expect(describeNextStep(buildLoan({ role: 'BORROWER' }), now)).toMatch(
    /Repay Ada directly, then press Claim Repaid.*when grace ends on Feb 22, Ada may take the domain/,
  );
  expect(describeNextStep(buildLoan({ role: 'OPERATOR' }), now)).toBe('The loan is running.');
});

test('the lender is asked to mark the loan as paid before sending money, as the contract requires', () => {
  const text = describeNextStep(buildLoan({ role: 'LENDER', status: 'DOMAIN_IN_CUSTODY' }), now);
  expect(text.indexOf('Mark the loan as paid')).toBeLessThan(text.indexOf('send the money'));
  expect(text).toMatch(/Mark the loan as paid, then send the money/);
});

test('a lender who may take the domain by a decision leaves the borrower no promised time', () => {
  for (const stage of ['ACTIVE', 'IN_GRACE'] as const) {
    const text = (role: 'BORROWER' | 'LENDER') =>
      describeNextStep(buildLoan({ maySeize: true, stage, role }), now);
    expect(text('BORROWER')).toMatch(/may take it at any time\.$/);
    expect(text('LENDER')).toMatch(/You may take the domain at any time/);
  }
});

test('a domain that Nameloan holds shows the server’s sentence', () => {
  const whatNext = 'Nameloan holds vellum.app until an operator releases it to you or the lender.';
  const loan = buildLoan({ status: 'FINALIZED_PLATFORM_SEZIURE', stage: null, whatNext });
  expect(describeNextStep(loan, now)).toBe(whatNext);
});

const waiting = (
  action: Loan['waitingFor']['action'],
  until: string | null = '2026-12-10T12:00:00.000Z',
): Loan['waitingFor'] => ({ ...buildLoan().waitingFor, action, until });
const read = (role: 'BORROWER' | 'LENDER', more: Partial<Loan>) =>
  describeNextStep(buildLoan({ role, ...more }), now);

test('the lender may take the domain when grace ends, not after a claim of repayment', () => {
  const stage = 'IN_GRACE';
  expect(read('BORROWER', { stage })).toMatch(/\. When grace ends, Ada may take the domain\.$/);
  expect(read('LENDER', { stage })).toMatch(/\. When grace ends, you may take the domain\.$/);
});

test.each<[string, Partial<Loan>]>([
  ['whose receipt was never confirmed', { receivedBy: 'SILENCE' }],
  ['whose domain has left our custody', { inCustodyAt: null }],
  ['whose domain has left our custody after a decision', { inCustodyAt: null, maySeize: true }],
])('a loan %s threatens no seizure', (_, more) => {
  const whatNext = 'The loan is due; then the lender may ask an operator to decide.';
  for (const stage of ['ACTIVE', 'IN_GRACE', 'OVERDUE'] as const)
    for (const role of ['BORROWER', 'LENDER'] as const)
      expect(read(role, { ...more, stage, whatNext })).toBe(whatNext);
});

test('a decision lets the lender take the domain although its receipt was never confirmed', () => {
  const loan = { receivedBy: 'SILENCE', maySeize: true, stage: 'IN_GRACE' } as const;
  expect(read('BORROWER', loan)).toMatch(/may take it at any time/);
});

const unconfirmed = {
  stage: 'AWAITING_RECEIPT',
  receivedAt: null,
  receivedBy: null,
  dueAt: null,
} as const;

test('a payment with details counts as received after the deadline', () => {
  const loan = { ...unconfirmed, waitingFor: waiting('CONFIRM_RECEIPT') };
  expect(read('BORROWER', loan)).toMatch(/once it arrives, or it counts as received\.$/);
  expect(read('LENDER', loan)).toMatch(/or once it counts as received\.$/);
  const endless = { ...unconfirmed, waitingFor: waiting('CONFIRM_RECEIPT', null) };
  for (const role of ['BORROWER', 'LENDER'] as const)
    expect(read(role, endless)).not.toMatch(/counts as received/);
});

test('a payment without details never counts as received: its mark lapses', () => {
  const markLapsesAt = '2026-12-10T12:00:00.000Z';
  const loan = { ...unconfirmed, markLapsesAt, waitingFor: waiting('PAYMENT_DETAILS') };
  expect(read('BORROWER', loan)).toMatch(
    /The mark lapses unless Ada adds the payment’s details or you confirm first\.$/,
  );
  expect(read('LENDER', loan)).toMatch(/or the mark lapses, unless Milo confirms/);
  for (const role of ['BORROWER', 'LENDER'] as const)
    expect(read(role, loan)).not.toMatch(/counts as received/);
});

test('an unanswered claim of repayment goes to an operator, for both', () => {
  for (const role of ['BORROWER', 'LENDER'] as const)
    expect(read(role, { stage: 'REPAYMENT_CLAIMED' })).toMatch(
      /Without an answer an operator decides\.$/,
    );
});

test('a domain that does not arrive cancels the loan, and the registry may have it', () => {
  const transfer = { status: 'NEW', stage: null, receivedAt: null } as const;
  const waitingFor = waiting('TRANSFER_IN');
  const borrows = read('BORROWER', { ...transfer, waitingFor });
  expect(borrows).toMatch(
    /^Transfer the domain to us .+, or the loan is cancelled\. Transfers take/,
  );
  const whatNext =
    'The transfer is with the registry; the domain has to arrive in time, or the loan is cancelled.';
  for (const role of ['BORROWER', 'LENDER'] as const)
    expect(read(role, { ...transfer, waitingFor: waiting('APPROVE_TRANSFER'), whatNext })).toBe(
      `${whatNext} Transfers take minutes to weeks, depending on the TLD.`,
    );
});

test('after the deadline for the payment the borrower may cancel at once', () => {
  const custody = {
    status: 'DOMAIN_IN_CUSTODY',
    stage: null,
    fundingDueAt: '2026-12-10T12:00:00.000Z',
    waitingFor: waiting('MARK_PAID'),
  } as const;
  expect(read('LENDER', custody)).toMatch(/After the deadline Milo may cancel at once\.$/);
  expect(read('BORROWER', custody)).toMatch(/After the deadline you may cancel at once\.$/);
  expect(read('LENDER', { ...custody, fundingDueAt: null })).not.toMatch(/deadline/);
});

test('a missed instalment leads to an acceleration first, which both parties read', () => {
  const nextDue = { date: '2026-12-15', amount: 888_08, instalment: 4, instalments: 12 };
  const text = (role: 'BORROWER' | 'LENDER', more: Partial<Loan> = {}) =>
    describeNextStep(buildLoan({ role, nextDue, ...more }), now);
  expect(text('BORROWER')).toMatch(
    /^Pay Ada directly, then report the payment\. .* on Feb 22, Ada may accelerate the loan or, after a second miss in 12 months, take the domain\.$/,
  );
  const waitingFor = { ...buildLoan().waitingFor, action: 'ACCELERATE' } as const;
  expect(text('LENDER', { stage: 'OVERDUE', waitingFor })).toMatch(/^Accelerate the loan/);
  expect(text('BORROWER', { stage: 'OVERDUE', waitingFor })).toMatch(/may accelerate the loan/);
  const seize = { ...waitingFor, action: 'SEIZE' } as const;
  expect(text('LENDER', { stage: 'OVERDUE', waitingFor: seize })).toMatch(/Take the domain/);
  // The last one ends the loan, as one payment does.
  expect(text('BORROWER', { nextDue: { ...nextDue, instalment: 12 } })).toMatch(/Claim Repaid/);
});

test('both parties of an accelerated loan read which payment undoes it', () => {
  const loan = { stage: 'ACCELERATED', acceleratedAt: '2026-11-28T10:00:00.000Z' } as const;
  const undoes =
    'A payment on Nov 28, 2026 or before that covers all that was overdue then undoes this';
  expect(read('LENDER', loan)).toContain(`${undoes}.`);
  expect(read('BORROWER', loan)).toContain(`${undoes}: report it.`);
});

test('a dispute that takes evidence says by when an operator decides, and what is at stake', () => {
  const disputed = {
    status: 'ESCALATED',
    stage: null,
    whatNext: 'An operator decides.',
    disputeDates: {
      evidenceUntil: '2026-12-10T12:00:00.000Z',
      decisionDue: '2026-12-14T12:00:00.000Z',
    },
    waitingFor: { ...waiting('ADD_EVIDENCE'), party: 'BOTH' },
  } as const;
  const whatNext = 'This loan is disputed. An operator decides.';
  const due = `${whatNext} The decision is due by Dec 14, with or without more evidence.`;
  for (const role of ['BORROWER', 'LENDER'] as const)
    expect(read(role, disputed)).toBe(`${due} The domain can go to either party.`);
  expect(read('BORROWER', { ...disputed, inCustodyAt: null })).toBe(due);
  // A reader who proposed an outcome reads which.
  const settlement = { by: 'BORROWER', label: 'Continue the loan' } as Loan['settlement'];
  const proposed = { ...disputed, settlement };
  expect(read('BORROWER', proposed)).toMatch(/^You proposed: Continue the loan\. An operator/);
  expect(read('LENDER', proposed)).toMatch(/^This loan is disputed\./);
  // The deadline on the card is then the one of the decision.
  const waitingFor = { ...waiting('RESOLVE'), party: 'OPERATOR' } as const;
  expect(read('BORROWER', { ...disputed, waitingFor })).toBe(whatNext);
});

/** The first line of a loan names the amount and what its reader does; the colour says how urgent that is. */

import { expect, test } from '@jest/globals';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { chooseTone, describeHeadline } from './describe-headline.ts';

const now = new Date('2027-02-08T12:00:00.000Z');
const waiting = (action: Loan['waitingFor']['action']): Loan['waitingFor'] => ({
  ...buildLoan().waitingFor,
  action,
});
const read = (role: Loan['role'], more: Partial<Loan> = {}) => {
  const { before, cents, after } = describeHeadline(buildLoan({ role, ...more }));
  const amount = cents === undefined ? undefined : `$${cents / 100}`;
  return [before, amount, after].filter((part) => part !== undefined).join(' ');
};

const signing = { status: 'PENDING_SIGNATURE', stage: null, waitingFor: waiting('SIGN') } as const;
const transfer = { status: 'NEW', stage: null } as const;
const custody = { status: 'DOMAIN_IN_CUSTODY', stage: null } as const;

const returned = { status: 'FINALIZED_RETURN_TO_BORROWER', stage: null } as const;
const cancelled = { status: 'CANCELLED', stage: null } as const;
const payment: Loan['payments'][number] = {
  id: 'p1',
  leg: 'REPAYMENT',
  amendment: null,
  from: 'BORROWER',
  payee: 'LENDER',
  date: '2027-02-01',
  amount: 2_000_00,
  method: 'Wire',
  reference: 'P-1',
  status: 'REPORTED',
  confirmedAmount: null,
  reportedAt: '2027-02-01T10:00:00.000Z',
  reason: null,
};
const reported = [
  payment,
  { ...payment, id: 'p2', amount: 500_00 },
  { ...payment, id: 'p3', status: 'CONFIRMED', confirmedAmount: 2_000_00 },
] satisfies Loan['payments'];
const repaymentClaim = {
  date: '2027-02-01',
  method: 'Wire',
  reference: 'R-1',
  paymentId: null,
  at: '2027-02-01T10:00:00.000Z',
};

test.each<[Loan['role'], Partial<Loan>, string]>([
  ['BORROWER', { ...signing, borrowerSigned: false }, 'Sign to borrow $18000'],
  ['LENDER', { ...signing, lenderSigned: false }, 'Sign to lend $18000'],
  ['BORROWER', signing, '$18000 once Ada signs'],
  [
    'LENDER',
    { ...signing, waitingFor: waiting('DRAW_CONTRACT') },
    '$18000 once the contract is ready',
  ],
  ['BORROWER', { ...transfer, waitingFor: waiting('TRANSFER_IN') }, 'Transfer in to get $18000'],
  [
    'BORROWER',
    { ...transfer, waitingFor: waiting('APPROVE_TRANSFER') },
    '$18000 once the domain arrives',
  ],
  ['BORROWER', { ...transfer, waitingFor: waiting('RENEW') }, 'Renew the domain to get $18000'],
  ['LENDER', transfer, 'Send $18000 once the domain arrives'],
  ['LENDER', { ...custody, waitingFor: waiting('MARK_PAID') }, 'Send $18000 now'],
  ['LENDER', { ...custody, waitingFor: waiting('ANSWER_CANCEL') }, 'Send $18000 or cancel'],
  ['BORROWER', { ...custody, waitingFor: waiting('MARK_PAID') }, 'Ada sends $18000'],
  ['BORROWER', { ...custody, waitingFor: waiting('ANSWER_CANCEL') }, 'You asked to cancel'],
  ['BORROWER', { stage: 'AWAITING_RECEIPT', payoff: null }, 'Confirm $18000 from Ada'],
  ['LENDER', { stage: 'AWAITING_RECEIPT', payoff: null }, '$18000 sent to Milo'],
  ['BORROWER', {}, 'Payoff today $18100'],
  ['BORROWER', { maySeize: true }, 'Repay $18100 today'],
  ['LENDER', {}, 'Milo owes $18100 today'],
  ['BORROWER', { stage: 'IN_GRACE' }, 'Repay $18100 today'],
  ['LENDER', { stage: 'OVERDUE' }, 'Milo owes $18100 today'],
  ['LENDER', { stage: 'REPAYMENT_CLAIMED' }, 'Confirm or deny $18100'],
  ['BORROWER', { stage: 'REPAYMENT_CLAIMED' }, '$18100 claimed as repaid'],
  ['LENDER', { stage: 'REPAYMENT_CLAIMED', payoff: 0 }, 'Paid in full: return the domain'],
  ['BORROWER', { stage: 'REPAYMENT_CLAIMED', payoff: 0 }, 'Paid in full'],
  ['LENDER', { stage: 'PAYMENT_CLAIMED', payments: reported }, 'Confirm or deny $2500'],
  ['BORROWER', { stage: 'PAYMENT_CLAIMED', payments: reported }, '$2500 reported as paid'],
  ['BORROWER', { status: 'ESCALATED', stage: null }, '$18100 in dispute'],
  ['BORROWER', { ...returned, repaymentClaim }, 'You repaid $18100'],
  ['LENDER', { ...returned, repaymentClaim }, 'You got back $18100'],
  ['OPERATOR', { ...returned, repaymentClaim }, '$18100 repaid'],
  ['BORROWER', returned, 'Closed as repaid'],
  ['LENDER', returned, 'Closed as repaid'],
  ['OPERATOR', returned, 'Closed as repaid'],
  ['LENDER', { ...returned, repaymentClaim, payoff: null }, 'Closed as repaid'],
  [
    'BORROWER',
    { status: 'FINALIZED_LENDER_SEIZURE', discharged: 187_00 },
    '$187 settled by the domain',
  ],
  ['LENDER', { ...cancelled, receivedAt: null }, 'Cancelled'],
  [
    'LENDER',
    { ...cancelled, receivedAt: null, sent: repaymentClaim },
    'Cancelled: receipt was never confirmed',
  ],
  ['BORROWER', { ...cancelled, sent: repaymentClaim }, 'Cancelled'],
])('the %s of a loan with %o reads the amount', (role, more, text) => {
  expect(read(role, more)).toBe(text);
});

const days = (count: number) => new Date(now.getTime() + count * 86_400_000).toISOString();
const wait = (party: Loan['waitingFor']['party'], until: string | null) => ({
  ...buildLoan().waitingFor,
  party,
  until,
});

const unconfirmed = { stage: 'AWAITING_RECEIPT', receivedAt: null } as const;
const details = { ...wait('BOTH', days(3)), action: 'PAYMENT_DETAILS' } as const;

test.each<[string, Partial<Loan>]>([
  ['tint', { role: 'BORROWER', waitingFor: wait('BORROWER', days(60)) }],
  ['amber', { role: 'BORROWER', waitingFor: wait('BORROWER', days(5)) }],
  ['tint', { role: 'LENDER', waitingFor: wait('BORROWER', days(5)) }],
  ['amber', { role: 'LENDER', stage: 'REPAYMENT_CLAIMED', waitingFor: wait('LENDER', days(30)) }],
  [
    'amber',
    {
      role: 'LENDER',
      status: 'PENDING_SIGNATURE',
      stage: null,
      waitingFor: wait('BOTH', days(30)),
    },
  ],
  [
    'tint',
    { role: 'LENDER', status: 'DOMAIN_IN_CUSTODY', stage: null, waitingFor: wait('LENDER', null) },
  ],
  // The deadline is the lender’s: the borrower loses nothing by it.
  ['tint', { role: 'BORROWER', ...unconfirmed, waitingFor: details }],
  ['amber', { role: 'LENDER', ...unconfirmed, waitingFor: details }],
  ['red', { role: 'BORROWER', stage: 'IN_GRACE', waitingFor: wait('BORROWER', days(5)) }],
  ['red', { role: 'LENDER', stage: 'IN_GRACE', waitingFor: wait('BORROWER', days(5)) }],
  ['red', { role: 'BORROWER', stage: 'OVERDUE', waitingFor: wait('LENDER', null) }],
  [
    'red',
    { role: 'LENDER', status: 'ESCALATED', stage: null, waitingFor: wait('OPERATOR', days(3)) },
  ],
  ['tint', { role: 'BORROWER', status: 'FINALIZED_LENDER_SEIZURE', stage: null }],
])('the card is %s for %o', (tone, more) => {
  expect(chooseTone(buildLoan(more), now)).toBe(tone);
});

const fourth = { date: '2027-02-14', amount: 88_85, instalment: 4, instalments: 12 };
const instalments = { plan: 'INSTALMENTS', instalments: 12, nextDue: fourth } as const;

test.each<[Loan['role'], Partial<Loan>, string]>([
  ['BORROWER', instalments, 'Pay $88.85 instalment 4 of 12'],
  ['LENDER', instalments, 'Milo pays $88.85 instalment 4 of 12'],
  ['BORROWER', { ...instalments, stage: 'IN_GRACE', cureAmount: 177_70 }, 'Pay $177.7 to catch up'],
  ['LENDER', { ...instalments, stage: 'OVERDUE', cureAmount: 177_70 }, 'Milo is behind by $177.7'],
  ['BORROWER', { ...instalments, stage: 'ACCELERATED' }, 'Repay $18100 in full'],
  ['LENDER', { ...instalments, stage: 'ACCELERATED' }, 'Milo owes $18100 in full'],
])('a loan with instalments names what is due for the %s: %o', (role, more, text) => {
  expect(read(role, more)).toBe(text);
});

test('a reported payment of all that is overdue is one to confirm, not the repayment of the loan', () => {
  const claimed = { ...instalments, stage: 'REPAYMENT_CLAIMED', payments: reported } as const;
  expect(read('LENDER', claimed)).toBe('Confirm or deny $2500');
  expect(read('BORROWER', claimed)).toBe('$2500 reported as paid');
  expect(read('LENDER', { ...claimed, repaymentClaim })).toBe('Confirm or deny $18100');
});

test('a claimed repayment has the amount that was reported, also if it is more than the payoff', () => {
  const claim: Partial<Loan> = {
    ...{ stage: 'REPAYMENT_CLAIMED', payoff: 440_97, payments: [{ ...payment, amount: 600_00 }] },
    repaymentClaim: { ...repaymentClaim, paymentId: payment.id },
  };
  expect(read('LENDER', claim)).toBe('Confirm or deny $600');
  expect(read('BORROWER', claim)).toBe('$600 claimed as repaid');
});

test('an accelerated loan is red for both', () => {
  for (const role of ['BORROWER', 'LENDER'] as const)
    expect(chooseTone(buildLoan({ role, stage: 'ACCELERATED' }), now)).toBe('red');
});

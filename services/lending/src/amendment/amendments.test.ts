/** Changes of a loan by amendments that both parties sign. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { now, resetClock } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import { countFinishedLoans } from '../escrow/track-record.ts';
import { buildPerformanceLine } from '../statement/performance-lines.ts';
import type { TestAmendment } from '../testing/amendment-calls.ts';
import {
  agree,
  amend,
  counter,
  decline,
  listAmendments,
  propose,
  withdraw,
} from '../testing/amendment-calls.ts';
import { passDays } from '../testing/pass-days.ts';
import { confirmPayment, reportPart, reportPayment, today } from '../testing/payment-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createReceivedLoan,
  expectData,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
let loan: TestLoan;
beforeEach(async () => {
  service = await startLending();
  loan = await createReceivedLoan(service);
});
afterEach(async () => {
  resetClock();
  await service.stop();
});

const inDays = (days: number): string => formatCalendarDay(addDays(utcDay(now()), days));
const record = () => escrows.get(loan.id);
const last = async (): Promise<TestAmendment> => {
  const amendment = (await listAmendments(loan.borrower, loan)).at(-1);
  assert.ok(amendment);
  return amendment;
};
const code = (answer: { code?: string; reason?: string }) => answer.reason ?? answer.code;

test('an extension that both sign moves the due date, and the chain starts at the contract', async () => {
  const before = await record();
  await amend(loan, { due: inDays(100) });
  const after = await record();
  assert.equal(formatCalendarDay(after.dueAt ?? now()), inDays(100));
  assert.equal(after.amendment, null);
  const first = await last();
  assert.equal(first.status, 'EFFECTIVE');
  assert.equal(first.effectiveOn, today());
  assert.equal(first.parentSha256, before.contractSha256);
  await amend(loan, { due: inDays(150), rate: 900 });
  const second = await last();
  assert.equal(second.parentSha256, first.sha256);
  assert.equal((await record()).changedTerms?.at(-1)?.rateBps, 900);
  const { escrow } = expectData(
    await loan.borrower(
      'query ($id: ID!) { escrow(id: $id) { rate presentTerms { rate due plan } } }',
      { id: loan.id },
    ),
  );
  assert.deepEqual(
    [escrow.rate, { ...escrow.presentTerms }],
    [1_500, { rate: 900, due: inDays(150), plan: 'BULLET' }],
  );
});

test('with a fee and interest to be paid, the exact payment makes it effective on its day', async () => {
  await passDays(service, 20);
  await amend(loan, { due: inDays(100), rate: 1_000, interest: 'PAY' }, { fee: 10_000 });
  const waiting = await last();
  // 4,500.00 at 15 % for 20 days is 36.99.
  assert.deepEqual(
    [waiting.status, waiting.amountDue, waiting.payer],
    ['AWAITING_MONEY', 13_699, 'BORROWER'],
  );
  const money = { leg: 'AMENDMENT', amendment: 1 };
  const wrong = await reportPayment(loan.borrower, loan, { ...money, amount: 13_700 });
  assert.equal(wrong.code, 'INVALID_INPUT');
  const paid = await reportPart(loan, { ...money, amount: 13_699 });
  assert.equal(paid.leg, 'AMENDMENT');
  assert.equal((await last()).status, 'AWAITING_MONEY');
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: paid.id }));
  assert.equal((await last()).status, 'EFFECTIVE');
  const balance = expectData(
    await loan.borrower(
      `query ($id: ID!) { escrowBalance(escrowId: $id) { principal interest fees payoff } }`,
      { id: loan.id },
    ),
  ).escrowBalance;
  assert.deepEqual({ ...balance }, { principal: 450_000, interest: 0, fees: 0, payoff: 450_000 });
});

test('a proposal blocks no seizure and an agreement does, for at most ten days', async () => {
  await passDays(service, 61);
  assert.ok((await record()).noticeAt);
  await passDays(service, 9);
  expectData(await propose(loan.borrower, loan, { due: inDays(30) }));
  const blocked = async () =>
    expectData(
      await loan.lender(
        'query ($id: ID!) { escrow(id: $id) { actions blockedActions { action reason availableAt } } }',
        { id: loan.id },
      ),
    ).escrow;
  assert.ok((await blocked()).actions.includes('FINALIZE_SEIZE'));
  expectData(await agree(loan.lender, loan, 1));
  const seize = (await blocked()).blockedActions.find(
    ({ action }: { action: string }) => action === 'FINALIZE_SEIZE',
  );
  assert.equal(seize.reason, 'AMENDMENT_AGREED');
  assert.ok(seize.availableAt);
  assert.equal(
    code(await mutateLoan(loan.lender, 'finalize', { id: loan.id, more: ', outcome: SEIZE' })),
    'AMENDMENT_AGREED',
  );
  await passDays(service, 3);
  assert.equal((await last()).status, 'LAPSED');
  expectData(await mutateLoan(loan.lender, 'finalize', { id: loan.id, more: ', outcome: SEIZE' }));
});

test('an extension after the due date ends notice and grace, and is recorded as late', async () => {
  await passDays(service, 65);
  assert.ok((await record()).noticeAt);
  await amend(loan, { due: inDays(30) });
  const { noticeAt, extendedLate, dueAt } = await record();
  assert.deepEqual([noticeAt, extendedLate], [null, true]);
  assert.equal(formatCalendarDay(dueAt ?? now()), inDays(30));
  await passDays(service, 29);
  assert.equal((await record()).noticeAt, null);
  await passDays(service, 2);
  assert.ok((await record()).noticeAt, 'the new due date has its own notice');
});

test('a loan that was extended late is never repaid on time', async () => {
  await passDays(service, 65);
  await amend(loan, { due: inDays(30) });
  await passDays(service, 10);
  expectData(await mutateLoan(loan.lender, 'finalize', { id: loan.id, more: ', outcome: RETURN' }));
  const { finished, onTime, extendedLate } = countFinishedLoans([await record()], 'borrowerId');
  assert.deepEqual([finished, onTime, extendedLate], [1, 0, 1]);
});

test('of two answers at once one wins, and a seizure at once with an agreement ends the loan or waits', async () => {
  await passDays(service, 61);
  await passDays(service, 9);
  expectData(await propose(loan.borrower, loan, { due: inDays(30) }));
  const [agreed, seized] = await Promise.all([
    agree(loan.lender, loan, 1),
    mutateLoan(loan.lender, 'finalize', { id: loan.id, more: ', outcome: SEIZE' }),
  ]);
  const { status, amendment } = await record();
  const { status: ended } = await last();
  assert.equal(Boolean(agreed.code), !seized.code, 'exactly one of both');
  if (seized.code)
    assert.deepEqual([status, amendment?.status, ended], ['LOAN_POSTED', 'AGREED', 'AGREED']);
  else assert.deepEqual([status, amendment, ended], ['FINALIZED_LENDER_SEIZURE', null, 'VOID']);
});

test('the sums of the dashboard and the results of a lender know the amended terms', async () => {
  await amend(loan, { rate: 900 }, { kind: 'RATE' });
  await passDays(service, 20);
  // 4,500.00 at 9 % for 20 days is 22.19.
  const { escrow } = expectData(
    await loan.lender('query ($id: ID!) { escrow(id: $id) { payoff } }', { id: loan.id }),
  );
  assert.equal(escrow.payoff, 452_219);
  const totals = expectData(await loan.lender('{ dashboard { lending { payoff } } }')).dashboard;
  assert.equal(totals.lending.payoff, 452_219);
  const line = buildPerformanceLine(await record(), now());
  assert.deepEqual([line?.rateBps, line?.accruedCents], [900, 2_219]);
});

test('a party cannot agree to its own proposal, counter it or decline it; the other cannot withdraw it', async () => {
  expectData(await propose(loan.borrower, loan, { due: inDays(100) }));
  assert.equal(code(await agree(loan.borrower, loan, 1)), 'ALREADY_PROPOSED');
  assert.equal(
    code(await counter(loan.borrower, loan, 1, { due: inDays(90) })),
    'ALREADY_PROPOSED',
  );
  assert.equal(code(await decline(loan.borrower, loan, 1)), 'ALREADY_PROPOSED');
  assert.equal(code(await withdraw(loan.lender, loan, 1)), 'NOT_PROPOSED');
  assert.equal(code(await propose(loan.lender, loan, { due: inDays(80) })), 'AMENDMENT_LIVE');
});

test('counter, decline, withdrawal and expiry each end a proposal, and the chain keeps all', async () => {
  expectData(await propose(loan.borrower, loan, { due: inDays(100) }));
  expectData(await counter(loan.lender, loan, 1, { due: inDays(80), rate: 2_000 }));
  assert.equal(code(await agree(loan.borrower, loan, 1)), 'NO_AMENDMENT');
  expectData(await decline(loan.borrower, loan, 2));
  expectData(await propose(loan.lender, loan, { rate: 900 }, { kind: 'RATE' }));
  expectData(await withdraw(loan.lender, loan, 3));
  expectData(await propose(loan.lender, loan, { rate: 800 }, { kind: 'RATE' }));
  await passDays(service, 7);
  const all = await listAmendments(loan.lender, loan);
  assert.deepEqual(
    all.map(({ status }) => status),
    ['SUPERSEDED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'],
  );
  assert.equal(all[1]?.reason, 'Too long.');
  assert.equal((await record()).changedTerms?.length ?? 0, 0);
});

test('an escalation voids the amendment, and money that was sent for a lapsed one is a repayment', async () => {
  await passDays(service, 20);
  await amend(loan, { due: inDays(100), interest: 'PAY' });
  const { amountDue } = await last();
  await reportPart(loan, { leg: 'AMENDMENT', amendment: 1, amount: amountDue });
  await passDays(service, 10);
  assert.equal((await last()).status, 'LAPSED');
  const { changedTerms, countedPayments } = await record();
  assert.deepEqual([changedTerms?.length ?? 0, countedPayments?.length], [0, 1]);
  expectData(await propose(loan.lender, loan, { rate: 800 }, { kind: 'RATE' }));
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  assert.equal((await last()).status, 'VOID');
  assert.equal((await record()).amendment, null);
});

test('the domain must be registered until 90 days after the new due date, also at the agreement', async () => {
  const known = service.eligibilities.get(loan.domainId);
  assert.ok(known);
  const expireIn = (days: number) =>
    service.eligibilities.set(loan.domainId, {
      ...known,
      expiresAt: addDays(utcDay(now()), days).toISOString(),
    });
  expireIn(189);
  assert.equal(
    code(await propose(loan.borrower, loan, { due: inDays(100) })),
    'REGISTRATION_TOO_SHORT',
  );
  expireIn(190);
  expectData(await propose(loan.borrower, loan, { due: inDays(100) }));
  expireIn(189);
  assert.equal(code(await agree(loan.lender, loan, 1)), 'REGISTRATION_TOO_SHORT');
  assert.equal((await last()).status, 'PROPOSED');
});

test('terms out of bounds name their field', async () => {
  const refused = async (terms: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const answer = await propose(loan.borrower, loan, terms, more);
    assert.equal(answer.code, 'INVALID_INPUT', JSON.stringify(terms));
  };
  await refused({});
  await refused({ due: inDays(60) });
  await refused({ due: inDays(3_651) });
  await refused({ due: inDays(100), lateFees: 1 });
  await refused({ due: inDays(100) }, { fee: 45_001 });
  await refused({ due: inDays(100) }, { fee: -1 });
  await refused({ rate: 10_001 }, { kind: 'RATE' });
  await refused({ rate: 1_500 }, { kind: 'RATE' });
  await refused({}, { kind: 'WAIVE' });
  await refused({ due: inDays(100) }, { message: 'x'.repeat(1_001) });
});

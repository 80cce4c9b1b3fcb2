/** What stops a refinancing, or decides it: silence, denials, short payments, and the end of either loan. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { completeEvidence } from '../testing/disputes.ts';
import { passDays } from '../testing/pass-days.ts';
import {
  confirmPayment,
  denyPayment,
  readBalance,
  readDebt,
  reportPayment,
  today,
} from '../testing/payment-calls.ts';
import { createSignedRefinance, reportPayoff } from '../testing/refinances.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import { createAccount, expectData, mutateLoan, startLending } from '../testing/start-lending.ts';

/** The old loan: $4,500 at 15 % for 60 days. */
const principal = 450_000;
const interestOf = (cents: number, days: number): number =>
  Math.round((cents * 1_500 * days) / 3_650_000);

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(resetClock);
after(() => service.stop());

const statusOf = async ({ id }: TestLoan) => (await escrows.get(id)).status;

test('a reported payoff holds the old loan: no seizure, return, surrender, claim or cancellation', async () => {
  const { old, next } = await createSignedRefinance(service);
  await reportPayoff({ old, next }, { amount: principal });
  const finalize = (outcome: string) => ({ id: old.id, more: `, outcome: ${outcome}` });
  const attempts = [
    mutateLoan(old.lender, 'finalize', finalize('RETURN')),
    mutateLoan(old.borrower, 'finalize', finalize('SURRENDER')),
    mutateLoan(old.borrower, 'claimRepaid', {
      id: old.id,
      more: `, date: "${today()}", method: "Wire", reference: "C"`,
    }),
    mutateLoan(next.borrower, 'cancelEscrow', next),
    mutateLoan(next.lender, 'cancelEscrow', next),
  ];
  for (const { reason } of await Promise.all(attempts)) assert.equal(reason, 'REFINANCE_PAID');
});

test('the old lender’s silence is a dispute after ten days, whose operator decides for the new loan', async () => {
  const { old, next } = await createSignedRefinance(service);
  const paymentId = await reportPayoff({ old, next }, { amount: principal });
  await passDays(service, 11);
  assert.equal(await statusOf(old), 'ESCALATED');
  assert.equal(await statusOf(next), 'NEW');
  // Its answer still counts in the dispute.
  expectData(await confirmPayment(old.lender, old.id, { paymentId }));
  assert.equal(await statusOf(old), 'FINALIZED_RETURN_TO_BORROWER');
  assert.equal(await statusOf(next), 'LOAN_POSTED');
});

test('a denied payoff is a dispute: the parties cannot settle it, and an operator decides for either loan', async () => {
  const operator = service.as(await createAccount(service, 'Olga Operator', { operator: true }));
  for (const [outcome, expected] of [
    ['REFINANCED', ['FINALIZED_RETURN_TO_BORROWER', 'LOAN_POSTED', 'CONFIRMED']],
    ['CONTINUE', ['LOAN_POSTED', 'CANCELLED', 'DENIED']],
    ['SEIZE', ['FINALIZED_LENDER_SEIZURE', 'CANCELLED', 'DENIED']],
  ] as const) {
    const { old, next } = await createSignedRefinance(service);
    const paymentId = await reportPayoff({ old, next }, { amount: principal });
    expectData(await denyPayment(old.lender, old.id, { paymentId }));
    assert.equal(await statusOf(old), 'ESCALATED');
    const settle = { id: old.id, more: ', outcome: RETURN' };
    assert.equal((await mutateLoan(old.lender, 'settleDispute', settle)).reason, 'REFINANCE_PAID');
    await completeEvidence(old);
    const more = `, outcome: ${outcome}, reason: "The bank says so."`;
    expectData(await mutateLoan(operator, 'resolveDispute', { id: old.id, more }));
    const { status } = await payments.get(paymentId);
    assert.deepEqual([await statusOf(old), await statusOf(next), status], expected, outcome);
  }
});

test('a payoff that arrived short waits three days for the top-up, then an operator decides', async () => {
  const { old, next } = await createSignedRefinance(service);
  const paymentId = await reportPayoff({ old, next }, { amount: principal });
  expectData(await confirmPayment(old.lender, old.id, { paymentId, amount: principal - 2_500 }));
  assert.equal(await statusOf(old), 'LOAN_POSTED');
  assert.equal((await payments.get(paymentId)).status, 'CORRECTED');
  await passDays(service, 4);
  assert.equal(await statusOf(old), 'ESCALATED');
  const { escrowBalance } = expectData(await readBalance(old.borrower, old));
  assert.equal(escrowBalance.principal, 2_500);
  // The rest ends the dispute too.
  const top = { leg: 'TOP_UP', amount: escrowBalance.payoff, reference: 'T' };
  const { id } = expectData(await reportPayment(next.borrower, next, top)).reportPayment;
  expectData(await confirmPayment(old.lender, old.id, { paymentId: id }));
  assert.equal(await statusOf(next), 'LOAN_POSTED');
  const balance = expectData(await readBalance(next.lender, next)).escrowBalance;
  assert.ok(balance.principal === principal - 2_500, 'the new debt is what arrived');
});

test('a new lender who does not pay within ten days loses the loan, and the old one goes on', async () => {
  const { old, next } = await createSignedRefinance(service);
  await passDays(service, 10);
  const cancelled = await escrows.get(next.id);
  assert.deepEqual([cancelled.status, cancelled.unfunded], ['CANCELLED', true]);
  const { status, replacement } = await escrows.get(old.id);
  assert.deepEqual([status, replacement], ['LOAN_POSTED', null]);
  assert.equal(
    expectData(await readDebt(old.borrower, old)).escrow.payoff,
    principal + interestOf(principal, 10),
  );
});

test('the end of the old loan, or the loss of its domain, cancels the new one', async () => {
  const first = await createSignedRefinance(service);
  expectData(
    await mutateLoan(first.old.lender, 'finalize', { id: first.old.id, more: ', outcome: RETURN' }),
  );
  assert.equal(await statusOf(first.next), 'CANCELLED');
  const second = await createSignedRefinance(service);
  await reportPayoff(second, { amount: principal });
  const { domainId, borrowerId: accountId, name } = second.old;
  const reason = { code: 'TRANSFERRED', formerText: null } as const;
  const data = { domainId, accountId, name, escrowId: second.old.id, reason };
  await service.deliver('domains.domain.custody-lost', data, { aggregateId: domainId, version: 9 });
  assert.equal(await statusOf(second.old), 'ESCALATED');
  assert.equal(await statusOf(second.next), 'CANCELLED');
});

test('an event about the domain that names the old loan reaches the new one after the closing', async () => {
  const { old, next } = await createSignedRefinance(service);
  const paymentId = await reportPayoff({ old, next }, { amount: principal });
  expectData(await confirmPayment(old.lender, old.id, { paymentId }));
  const { domainId, borrowerId: accountId, name } = old;
  const reason = { code: 'TRANSFERRED', formerText: null } as const;
  const data = { domainId, accountId, name, escrowId: old.id, reason };
  await service.deliver('domains.domain.custody-lost', data, { aggregateId: domainId, version: 9 });
  assert.equal(await statusOf(old), 'FINALIZED_RETURN_TO_BORROWER');
  assert.equal(await statusOf(next), 'ESCALATED');
});

test('a confirmation against a second one, a withdrawal and a denial has one winner, and both loans agree', async () => {
  const { old, next } = await createSignedRefinance(service);
  const paymentId = await reportPayoff({ old, next }, { amount: principal });
  const withdraw = `mutation ($id: ID!, $paymentId: ID!) { withdrawPayment(id: $id, paymentId: $paymentId) { id } }`;
  const results = await Promise.all([
    confirmPayment(old.lender, old.id, { paymentId }),
    confirmPayment(old.lender, old.id, { paymentId }),
    denyPayment(old.lender, old.id, { paymentId }),
    next.lender(withdraw, { id: next.id, paymentId }),
  ]);
  assert.equal(results.filter(({ code }) => code === undefined).length, 1);
  const [ended, runs] = [await statusOf(old), await statusOf(next)];
  const closed = ended === 'FINALIZED_RETURN_TO_BORROWER';
  assert.equal(runs, closed ? 'LOAN_POSTED' : 'NEW');
});

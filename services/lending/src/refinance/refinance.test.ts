/** Refinancings through the API: listing, letter, payments and closing. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { escrows } from '../escrow/escrow.model.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { maxLegs } from '../loan/payment.ts';
import { commit } from '../service-context.ts';
import { passDays } from '../testing/pass-days.ts';
import {
  confirmPayment,
  listPayments,
  readBalance,
  reportPayment,
  today,
} from '../testing/payment-calls.ts';
import {
  acceptRefinance,
  createRefinance,
  createRefinanceListing,
  createSignedRefinance,
  holdDomain,
  readLetter,
  readPayoffToday,
  refinance,
  reportPayoff,
  signBoth,
  signLetter,
} from '../testing/refinances.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  acceptOffer,
  createReceivedLoan,
  expectData,
  listEventsAbout,
  makeOffer,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';

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

test('a refinancing with a surplus: the old loan is repaid, the domain moves, and the new one runs from the payment', async () => {
  const { old, next } = await createSignedRefinance(service, { amount: 500_000, rate: 1_000 });
  assert.equal(await statusOf(next), 'NEW');
  await passDays(service, 5);
  const payoff = await readPayoffToday(next.lender, next.id);
  assert.equal(payoff, principal + interestOf(principal, 5));
  const paymentId = await reportPayoff({ old, next });
  assert.equal((await listPayments(old.lender, old)).at(-1)?.to, 'OLD_LENDER');
  expectData(await confirmPayment(old.lender, old.id, { paymentId }));

  const [ended, runs] = await Promise.all([escrows.get(old.id), escrows.get(next.id)]);
  assert.deepEqual(
    [ended.status, ended.endedBy, ended.finalPayoffCents],
    ['FINALIZED_RETURN_TO_BORROWER', 'REFINANCED', 0],
  );
  assert.equal(runs.status, 'LOAN_POSTED');
  assert.equal(runs.receipt?.at.toISOString().slice(0, 10), today());
  assert.ok(runs.inCustodyAt);
  assert.equal((await payments.get(paymentId)).status, 'CONFIRMED');
  const moved = await service.event(
    'lending.escrow.collateral-moved',
    ({ escrowId }) => escrowId === next.id,
  );
  assert.equal(moved.data.fromEscrowId, old.id);
  await service.settle();
  assert.equal(
    listEventsAbout(service, 'lending.escrow.collateral-released', { escrowId: old.id }).length,
    0,
  );

  // The surplus is a second advance, whose interest runs from its own day.
  await passDays(service, 2);
  const surplus = { leg: 'SURPLUS', amount: 500_000 - payoff };
  const tooMuch = await reportPayment(next.lender, next, { ...surplus, amount: 500_001 - payoff });
  assert.equal(tooMuch.code, 'INVALID_INPUT');
  const { id } = expectData(await reportPayment(next.lender, next, surplus)).reportPayment;
  expectData(await confirmPayment(next.borrower, next.id, { paymentId: id }));
  await passDays(service, 10);
  const { escrowBalance } = expectData(await readBalance(next.lender, next));
  assert.equal(escrowBalance.principal, 500_000);
  const interest = (payoff * 1_000 * 12 + (500_000 - payoff) * 1_000 * 10) / 3_650_000;
  assert.equal(escrowBalance.interest, Math.round(interest));
});

test('a refinancing with a top-up closes once the old lender has both payments, in either order', async () => {
  for (const topUpFirst of [true, false]) {
    const { old, next } = await createSignedRefinance(service, { amount: 300_000 });
    await passDays(service, 5);
    const payoff = principal + interestOf(principal, 5);
    const payoffId = await reportPayoff({ old, next }, { amount: 300_000 });
    const top = { leg: 'TOP_UP', amount: payoff - 300_000, reference: 'T-1' };
    const topUp = expectData(await reportPayment(next.borrower, next, top)).reportPayment;
    const ids = topUpFirst ? [topUp.id, payoffId] : [payoffId, topUp.id];
    for (const paymentId of ids) {
      assert.equal(await statusOf(next), 'NEW');
      expectData(await confirmPayment(old.lender, old.id, { paymentId }));
    }
    assert.equal(await statusOf(old), 'FINALIZED_RETURN_TO_BORROWER');
    const { escrowBalance } = expectData(await readBalance(next.lender, next));
    assert.equal(escrowBalance.payoff, 300_000);
  }
});

test('only the borrower of a running loan lists it, once, and its lender cannot make an offer', async () => {
  const old = await createReceivedLoan(service);
  holdDomain(service, old);
  assert.equal((await refinance(old.lender, old.id)).code, 'FORBIDDEN');
  const listing = expectData(await refinance(old.borrower, old.id)).refinanceLoan;
  assert.equal(listing.refinances, old.id);
  assert.equal((await refinance(old.borrower, old.id)).reason, 'ALREADY_LISTED');
  assert.equal((await makeOffer(old.lender, old.domainId)).code, 'FORBIDDEN');
});

test('two acceptances of one loan have one winner, and the listing of an ended loan closes', async () => {
  const { old, next } = await createRefinance(service);
  assert.equal((await refinance(old.borrower, old.id)).reason, 'REFINANCE_UNDER_WAY');
  expectData(await mutateLoan(next.borrower, 'cancelEscrow', next));
  assert.equal((await escrows.get(old.id)).replacement, null);
  const again = expectData(await refinance(old.borrower, old.id)).refinanceLoan;
  const offer = expectData(await makeOffer(next.lender, old.domainId)).makeOffer;
  expectData(await mutateLoan(old.lender, 'finalize', { id: old.id, more: ', outcome: RETURN' }));
  assert.equal((await acceptOffer(old.borrower, offer.id)).code, 'CONFLICT');
  await service.settle();
  const query = 'query ($id: ID!) { listing(id: $id) { open } }';
  assert.equal(expectData(await old.borrower(query, { id: again.id })).listing.open, false);
});

test('the letter lists the exact payoff of each day, and a correction needs a reason and moves every day', async () => {
  const { old, next } = await createRefinance(service);
  for (const call of [old.borrower, old.lender, next.lender]) {
    const { payoffLetter } = expectData(
      await readLetter(call, call === next.lender ? next.id : old.id),
    );
    assert.equal(payoffLetter.confirmed, false);
    assert.deepEqual(
      payoffLetter.days.map(({ amount }: { amount: number }) => amount),
      Array.from({ length: 11 }, (_, day) => principal + interestOf(principal, day)),
    );
    assert.equal(payoffLetter.perDay, Math.round(interestOf(principal, 10) / 10));
  }
  assert.equal((await signLetter(old.borrower, old.id)).code, 'FORBIDDEN');
  assert.equal((await signLetter(old.lender, old.id, {})).code, 'INVALID_INPUT');
  const unexplained = { correction: { amount: 440_000, reason: ' ' } };
  assert.ok((await signLetter(old.lender, old.id, unexplained)).fields?.reason);
  const correction = { amount: 440_000, reason: 'A payment in cash.' };
  const signed = expectData(await signLetter(old.lender, old.id, { correction })).signPayoffLetter;
  assert.equal(signed.days[0].amount, 440_000);
  assert.equal(signed.days[10].amount, 440_000 + interestOf(principal, 10));
  assert.equal((await signLetter(old.lender, old.id)).reason, 'ALREADY_DONE');
  await signBoth(service, next);
  const paymentId = await reportPayoff({ old, next }, { amount: 440_000 });
  expectData(await confirmPayment(old.lender, old.id, { paymentId }));
  assert.equal(await statusOf(next), 'LOAN_POSTED');
});

test('without the old lender’s letter the new contract can be signed after three days', async () => {
  const { next } = await createRefinance(service);
  await assert.rejects(signBoth(service, next), /old lender has not answered/);
  await passDays(service, 3);
  await signBoth(service, next);
  assert.equal(await statusOf(next), 'NEW');
});

test('a payoff of another amount, of another loan or after the lender may seize is rejected and leaves nothing behind', async () => {
  const { old, next } = await createSignedRefinance(service);
  const report = (amount: number, call = next.lender) =>
    reportPayment(call, next, { leg: 'PAYOFF', amount });
  assert.ok((await report(principal - 1)).fields?.amount);
  assert.equal((await report(principal, next.borrower)).code, 'FORBIDDEN');
  assert.equal((await report(principal, old.lender)).code, 'NOT_FOUND');
  const ordinary = await reportPayment(old.lender, old, { leg: 'PAYOFF', amount: principal });
  assert.equal(ordinary.reason, 'NOT_REFINANCED');
  assert.deepEqual((await escrows.get(next.id)).replacing?.legs, []);
  assert.equal((await listPayments(old.lender, old)).length, 1);
});

test('a new loan can itself be refinanced', async () => {
  const { old, next } = await createSignedRefinance(service);
  const paymentId = await reportPayoff({ old, next }, { amount: principal });
  expectData(await confirmPayment(old.lender, old.id, { paymentId }));
  holdDomain(service, next);
  expectData(await refinance(next.borrower, next.id));
  const third = await acceptRefinance(service, next);
  expectData(await signLetter(next.lender, next.id));
  await signBoth(service, third);
  const id = await reportPayoff({ old: next, next: third }, { amount: principal });
  expectData(await confirmPayment(next.lender, next.id, { paymentId: id }));
  assert.deepEqual(
    [await statusOf(next), await statusOf(third)],
    ['FINALIZED_RETURN_TO_BORROWER', 'LOAN_POSTED'],
  );
});

test('a listing of another domain owner’s loan does not exist for outsiders', async () => {
  const old = await createRefinanceListing(service);
  const other = await createReceivedLoan(service);
  assert.equal((await refinance(other.borrower, old.id)).code, 'NOT_FOUND');
  assert.equal((await readLetter(other.lender, old.id)).code, 'NOT_FOUND');
  assert.equal((await readLetter(old.lender, old.id)).reason, 'NOT_REFINANCED');
});

test('a loan has room for forty payments of its refinancing, so that the borrower’s claims have the rest', async () => {
  const made = await createSignedRefinance(service);
  const [known] = await payments.findMany({ escrowId: made.old.id }, { limit: 1 });
  assert.ok(known);
  const records = Array.from({ length: maxLegs }, () => ({
    ...{ ...known, id: newId(), escrowId: made.next.id, leg: 'PAYOFF', status: 'WITHDRAWN' },
  }));
  await commit((tx) => payments.addMany(records as (typeof known)[], tx));
  const amount = await readPayoffToday(made.next.lender, made.next.id);
  const report = await reportPayment(made.next.lender, made.next, { leg: 'PAYOFF', amount });
  assert.equal(report.reason, 'TOO_MANY_PAYMENTS');
});

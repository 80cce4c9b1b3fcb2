/** What keeps a loan from being sold, and what a sale keeps from happening. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import type { TestResult } from '@nameloan/testkit/service/test-service';
import { escrows } from '../escrow/escrow.model.ts';
import { assignments } from '../escrow/transition/assignment/assignment.model.ts';
import { propose } from '../testing/amendment-calls.ts';
import type { LoanOnSale } from '../testing/assignment-calls.ts';
import {
  confirmSale,
  createLoanOnSale,
  inDays,
  markSent,
  mutateSale,
  offerSale,
  paySale,
  readSale,
  signBoth,
} from '../testing/assignment-calls.ts';
import { passDays } from '../testing/pass-days.ts';
import { reportPart, today } from '../testing/payment-calls.ts';
import { listEventsAbout } from '../testing/published-events.ts';
import type { TestLending } from '../testing/start-lending.ts';
import { expectData, mutateLoan, readEscrow, startLending } from '../testing/start-lending.ts';

let service: TestLending;
let loan: LoanOnSale;
beforeEach(async () => {
  service = await startLending();
  loan = await createLoanOnSale(service);
});
afterEach(async () => {
  resetClock();
  await service.stop();
});

const record = () => escrows.get(loan.id);
const stored = () => assignments.get(loan.sale.id);
const code = ({ reason, code: other }: TestResult) => reason ?? other;
const claimAll = () =>
  mutateLoan(loan.borrower, 'claimRepaid', {
    id: loan.id,
    more: `, date: "${today()}", method: "Wire", reference: "R-1"`,
  });

test('while a sale is open no amendment is proposed, and an open amendment excludes a sale', async () => {
  assert.equal(code(await propose(loan.borrower, loan, { due: inDays(100) })), 'SALE_OPEN');
  expectData(await mutateSale(loan.lender, 'withdrawAssignment', loan.sale.id));
  expectData(await propose(loan.borrower, loan, { due: inDays(100) }));
  assert.equal(code(await offerSale(loan.lender, loan)), 'AMENDMENT_LIVE');
});

test('a claim, a payment without an answer and a dispute stop every step and the closing', async () => {
  await signBoth(loan);
  const part = await reportPart(loan);
  assert.equal(code(await markSent(loan.buyer, loan.sale.id)), 'PAYMENT_OPEN');
  expectData(
    await loan.lender(
      'mutation ($id: ID!, $p: ID!) { confirmPayment(id: $id, paymentId: $p) { id } }',
      {
        id: loan.id,
        p: part.id,
      },
    ),
  );
  expectData(await markSent(loan.buyer, loan.sale.id));
  expectData(await claimAll());
  assert.equal(code(await confirmSale(loan.lender, loan.sale.id)), 'CLAIM_OPEN');
  expectData(await mutateLoan(loan.borrower, 'withdrawClaim', loan));
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  assert.equal(code(await confirmSale(loan.lender, loan.sale.id)), 'STATUS');
  assert.equal((await stored()).status, 'SENT', 'the sale waits for the end of the dispute');
});

test('a loan that is repaid first makes the sale void in the same write', async () => {
  await paySale(loan);
  expectData(await claimAll());
  expectData(await mutateLoan(loan.lender, 'finalize', { id: loan.id, more: ', outcome: RETURN' }));
  const found = expectData(await readSale(loan.buyer, loan.sale.id)).assignment;
  assert.equal(found.status, 'VOID');
  assert.match(found.statusText, /the seller owes it back/);
  assert.equal(code(await confirmSale(loan.lender, loan.sale.id)), 'NO_SALE');
  await passDays(service, 11);
  assert.equal((await stored()).status, 'VOID');
});

test('a marked price keeps the seller from the domain, an offered sale does not', async () => {
  expectData(await mutateSale(loan.lender, 'withdrawAssignment', loan.sale.id));
  await passDays(service, 61);
  const again = expectData(
    await offerSale(loan.lender, loan, { expires: inDays(20) }),
  ).offerAssignment;
  const sale = { id: again.id, token: String(again.url).split('/').at(-1) ?? '' };
  await passDays(service, 10);
  const seize = () =>
    mutateLoan(loan.lender, 'finalize', { id: loan.id, more: ', outcome: SEIZE' });
  const actions = async () => expectData(await readEscrow(loan.lender, loan.id)).escrow.actions;
  assert.ok((await actions()).includes('FINALIZE_SEIZE'));
  await paySale({ ...loan, sale });
  assert.equal(code(await seize()), 'SALE_OPEN');
  expectData(await confirmSale(loan.lender, sale.id));
  assert.equal((await seize()).code, 'NOT_FOUND');
  expectData(await mutateLoan(loan.buyer, 'finalize', { id: loan.id, more: ', outcome: SEIZE' }));
  await service.settle();
  const seized = { escrowId: loan.id, toAccountId: loan.buyerId };
  assert.equal(listEventsAbout(service, 'lending.escrow.collateral-seized', seized).length, 1);
});

test('a default after the deed was drawn up keeps the buyer from paying by mistake', async () => {
  expectData(await mutateSale(loan.lender, 'withdrawAssignment', loan.sale.id));
  await passDays(service, 58);
  const again = expectData(
    await offerSale(loan.lender, loan, { expires: inDays(20) }),
  ).offerAssignment;
  await signBoth({
    ...loan,
    sale: { id: again.id, token: String(again.url).split('/').at(-1) ?? '' },
  });
  await passDays(service, 4);
  assert.ok((await record()).noticeAt);
  assert.equal(code(await markSent(loan.buyer, again.id)), 'SALE_CHANGED');
  expectData(await mutateSale(loan.buyer, 'declineAssignment', again.id));
});

test('the price is marked from the day of the sale on', async () => {
  expectData(await mutateSale(loan.lender, 'withdrawAssignment', loan.sale.id));
  const terms = { day: inDays(2), expires: inDays(9) };
  const { id, url } = expectData(await offerSale(loan.lender, loan, terms)).offerAssignment;
  await signBoth({ ...loan, sale: { id, token: String(url).split('/').at(-1) ?? '' } });
  const early = await markSent(loan.buyer, id);
  assert.equal(early.reason, 'NOT_DUE');
  await passDays(service, 2);
  expectData(await markSent(loan.buyer, id));
});

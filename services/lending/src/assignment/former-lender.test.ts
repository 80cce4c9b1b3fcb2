/** What a former lender and a buyer can do and read after the closing. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import type { LoanOnSale } from '../testing/assignment-calls.ts';
import { closeSale, createLoanOnSale, readSale } from '../testing/assignment-calls.ts';
import { passDays } from '../testing/pass-days.ts';
import { reportPayment, today } from '../testing/payment-calls.ts';
import { listEventsAbout } from '../testing/published-events.ts';
import type { TestLending } from '../testing/start-lending.ts';
import { expectData, readEscrow, startLending } from '../testing/start-lending.ts';

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

test('a payment to the former lender discharges until the day after the notice, and only they deny it', async () => {
  await closeSale(loan);
  await passDays(service, 1);
  const former = { payee: 'FORMER_LENDER' };
  const report = (more: Record<string, unknown>) =>
    loan.borrower(
      `mutation ($id: ID!, $date: CalendarDate!, $amount: Cents!, $payee: PaymentPayee!) {
        reportPayment(id: $id, date: $date, amount: $amount, payee: $payee, method: "Wire", reference: "F-1") { id payee }
      }`,
      { id: loan.id, date: today(), amount: 100_000, ...more },
    );
  const { id, payee } = expectData(await report(former)).reportPayment;
  assert.equal(payee, 'FORMER_LENDER');
  await service.settle();
  const [moved] = listEventsAbout(service, 'lending.escrow.moved', { move: 'REPORT_PAYMENT' });
  const { formerLender } = (moved?.data ?? {}) as { formerLender?: object };
  assert.deepEqual(formerLender, { accountId: loan.lenderId, assignmentId: loan.sale.id });
  const answer = (call: typeof loan.buyer, name: string, more = '') =>
    call(`mutation ($id: ID!, $p: ID!) { ${name}(id: $id, paymentId: $p ${more}) { status } }`, {
      id: loan.id,
      p: id,
    });
  assert.equal((await answer(loan.buyer, 'denyPayment', ', reason: "No."')).code, 'FORBIDDEN');
  const seen = expectData(await readSale(loan.lender, loan.sale.id)).assignment;
  assert.deepEqual(
    seen.payments.map((one: { id: string }) => one.id).includes(id),
    true,
    'the seller sees what was paid to them',
  );
  expectData(await answer(loan.lender, 'confirmPayment'));
  const { owedOn } = expectData(await readSale(loan.buyer, loan.sale.id)).assignment;
  assert.equal(owedOn, 100_000);
  assert.equal((await readEscrow(loan.lender, loan.id)).code, 'NOT_FOUND');
  await passDays(service, 1);
  const late = await report({ ...former, amount: 50_000 });
  assert.deepEqual([late.code, Object.keys(late.fields ?? {})], ['INVALID_INPUT', ['payee']]);
  const other = await reportPayment(loan.borrower, loan, { amount: 50_000 });
  assert.equal(expectData(other).reportPayment.status, 'REPORTED');
});

test('the buyer reads the chat from the closing on, and the seller until then', async () => {
  const send = async (call: typeof loan.buyer, text: string) =>
    expectData(
      await call(
        'mutation ($id: ID!, $t: String!) { sendMessage(escrowId: $id, message: $t) { id senderRole } }',
        {
          id: loan.id,
          t: text,
        },
      ),
    ).sendMessage;
  const read = async (call: typeof loan.buyer) =>
    expectData(
      await call('query ($id: ID!) { escrowMessages(escrowId: $id) { message senderRole } }', {
        id: loan.id,
      }),
    ).escrowMessages.map((one: { message: string; senderRole: string }) => ({ ...one }));
  const first = await send(loan.lender, 'before');
  await closeSale(loan);
  await passDays(service, 1);
  const second = await send(loan.buyer, 'after');
  const old = { message: 'before', senderRole: 'LENDER' };
  const fresh = { message: 'after', senderRole: 'LENDER' };
  assert.deepEqual(await read(loan.borrower), [old, fresh]);
  assert.deepEqual(await read(loan.buyer), [fresh]);
  assert.deepEqual(await read(loan.lender), [old]);
  const one = (call: typeof loan.buyer, id: string) =>
    call('query ($id: ID!) { escrowMessage(id: $id) { message } }', { id });
  assert.equal((await one(loan.buyer, first.id)).code, 'NOT_FOUND');
  assert.equal((await one(loan.lender, second.id)).code, 'NOT_FOUND');
  expectData(await one(loan.buyer, second.id));
});

test('a former lender reads nothing of the loan by the offer, nor does the buyer sign for the seller', async () => {
  const sent = () => loan.lender('{ sentOffers { offers { escrow { id payoff lenderName } } } }');
  const before = expectData(await sent()).sentOffers.offers;
  assert.equal(before[0].escrow.id, loan.id);
  const { lenderContractUrl } = expectData(await readEscrow(loan.lender, loan.id)).escrow;
  await closeSale(loan);
  assert.equal(expectData(await sent()).sentOffers.offers[0].escrow, null);
  const token = String(lenderContractUrl).split('/').at(-1);
  const contract = (call: typeof loan.buyer) =>
    call(
      'query ($token: String!) { contract(token: $token) { addressDiffers signedAddress { city } } }',
      {
        token,
      },
    );
  assert.equal((await contract(loan.lender)).code, 'FORBIDDEN');
  const { addressDiffers, signedAddress } = expectData(await contract(loan.buyer)).contract;
  assert.deepEqual([addressDiffers, signedAddress], [null, null]);
});

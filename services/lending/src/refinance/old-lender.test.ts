/** Where the parties of a new loan pay the old lender, and where the surplus goes. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choosePayee, readInstructions } from '../testing/payee-calls.ts';
import { confirmPayment } from '../testing/payment-calls.ts';
import { createSignedRefinance, reportPayoff } from '../testing/refinances.ts';
import type { TestLending } from '../testing/start-lending.ts';
import { expectData, startLending } from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

test('the new lender sees where the old one is paid, with the amount of the letter, and later where the borrower is', async () => {
  const { old, next } = await createSignedRefinance(service, { amount: 500_000 });
  assert.equal((await readInstructions(next.lender, next)).reason, 'NO_PAYEE');
  expectData(await choosePayee(old.lender, old, service.payees.add(old.lenderId, 'A')));
  const { paymentInstructions } = expectData(await readInstructions(next.lender, next));
  assert.equal(paymentInstructions.amount, 450_000);
  const ordinary = expectData(await readInstructions(old.borrower, old)).paymentInstructions;
  assert.deepEqual(paymentInstructions.payee.fields, ordinary.payee.fields);
  assert.notEqual(paymentInstructions.reference, ordinary.reference);
  // The new loan covers the payoff, so the borrower pays nothing.
  assert.equal((await readInstructions(next.borrower, next)).reason, 'NOTHING_OWED');
  assert.equal((await readInstructions(old.lender, next)).code, 'NOT_FOUND');
  const paymentId = await reportPayoff({ old, next }, { amount: 450_000 });
  expectData(await confirmPayment(old.lender, old.id, { paymentId }));
  expectData(await choosePayee(next.borrower, next, service.payees.add(next.borrowerId, 'B')));
  const surplus = expectData(await readInstructions(next.lender, next)).paymentInstructions;
  assert.equal(surplus.amount, 50_000);
});

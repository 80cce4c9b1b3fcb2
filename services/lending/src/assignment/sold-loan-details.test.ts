/** What the parties of a sold loan see of each other: where they pay, and the files of the time before. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import type { Caller } from '@nameloan/testkit/service/test-service';
import { testActor } from '@nameloan/testkit/service/test-service';
import { addEvidence } from '../evidence/add-evidence.ts';
import type { LoanOnSale } from '../testing/assignment-calls.ts';
import { closeSale, createLoanOnSale, mutateSale } from '../testing/assignment-calls.ts';
import { passDays } from '../testing/pass-days.ts';
import { acknowledge, choosePayee, readPayees } from '../testing/payee-calls.ts';
import { confirmPayment, reportPart } from '../testing/payment-calls.ts';
import type { TestLending } from '../testing/start-lending.ts';
import { expectData, startLending } from '../testing/start-lending.ts';
import { readSaleEvidence } from './read-deed.ts';

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

const readInstructions = (call: Caller) =>
  call(
    `query ($id: ID!) {
      paymentInstructions(escrowId: $id) {
        payee { holder } formerLender { name until payee { holder fields { iban } } }
      }
    }`,
    { id: loan.id },
  );

test('until the day after the notice the borrower sees both payees, and the buyer’s only once it is acknowledged', async () => {
  const ofSeller = service.payees.add(loan.lenderId, 'A');
  expectData(await choosePayee(loan.lender, loan, ofSeller));
  const ofBuyer = service.payees.add(loan.buyerId, 'B');
  expectData(
    await mutateSale(loan.buyer, 'acceptAssignment', loan.sale.token, `, payeeId: "${ofBuyer}"`),
  );
  const price = (call: Caller) =>
    call('query ($token: String!) { assignment(token: $token) { payee { holder } } }', {
      token: loan.sale.id,
    });
  assert.equal(expectData(await price(loan.buyer)).assignment.payee, null, 'before both signed');
  const sign = (call: Caller, name: string) =>
    mutateSale(call, 'signAssignment', loan.sale.id, `, name: "${name}", consent: true`);
  expectData(await sign(loan.buyer, 'Nia New'));
  expectData(await sign(loan.lender, 'Len Lender'));
  assert.equal(expectData(await price(loan.buyer)).assignment.payee.holder, 'Holder A');
  assert.equal(expectData(await price(loan.lender)).assignment.payee, null);
  const more = `, date: "${new Date().toISOString().slice(0, 10)}", method: "Wire", reference: "S"`;
  expectData(await mutateSale(loan.buyer, 'markAssignmentSent', loan.sale.id, more));
  expectData(await mutateSale(loan.lender, 'confirmAssignment', loan.sale.id));
  const { payee } = await readPayees(loan.buyer, loan);
  assert.equal(payee.masked, 'DE •••• 000B');
  assert.equal((await readInstructions(loan.borrower)).reason, 'PAYEE_CHANGED');
  const { fingerprint, version } = payee;
  expectData(await acknowledge(loan.borrower, loan, version, fingerprint));
  const shown = expectData(await readInstructions(loan.borrower)).paymentInstructions;
  assert.deepEqual(
    [shown.payee.holder, shown.formerLender.name, shown.formerLender.payee.holder],
    ['Holder B', 'Len Lender', 'Holder A'],
  );
  await passDays(service, 2);
  const later = expectData(await readInstructions(loan.borrower)).paymentInstructions;
  assert.deepEqual([later.payee.holder, later.formerLender], ['Holder B', null]);
});

test('of the files from before the closing the buyer sees those about payments', async () => {
  const file = async (accountId: string, name: string) => {
    const upload = { name, bytes: Buffer.from(`The text of ${name}.`) };
    return (await addEvidence(testActor(accountId) as never, loan.id, upload)).id;
  };
  const [receipt, secret] = [
    await file(loan.borrowerId, 'receipt.txt'),
    await file(loan.borrowerId, 'secret.txt'),
  ];
  const part = await reportPart(loan, { evidenceIds: [receipt] });
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: part.id }));
  const listed = async (call: Caller) =>
    expectData(
      await call('query ($t: String!) { assignment(token: $t) { evidence { id } } }', {
        t: loan.sale.token,
      }),
    ).assignment.evidence.map(({ id }: { id: string }) => id);
  assert.deepEqual(await listed(loan.buyer), [receipt]);
  const read = (evidenceId: string) =>
    readSaleEvidence(testActor(loan.buyerId) as never, { key: loan.sale.token, evidenceId });
  assert.equal((await read(receipt)).name, 'receipt.txt');
  await assert.rejects(read(secret), { code: 'NOT_FOUND' });
  await closeSale(loan);
  const later = await file(loan.borrowerId, 'later.txt');
  const ofLoan = async (call: Caller) => {
    const query =
      'query ($id: ID!) { escrow(id: $id) { evidence { id } } escrowEvidence(escrowId: $id) { id } }';
    const { escrow, escrowEvidence } = expectData(await call(query, { id: loan.id }));
    assert.deepEqual(escrow.evidence, escrowEvidence);
    return escrowEvidence.map(({ id }: { id: string }) => id);
  };
  assert.deepEqual(await ofLoan(loan.buyer), [receipt, later]);
  assert.deepEqual(await ofLoan(loan.borrower), [receipt, secret, later]);
});

/** Races between transitions: in every order no outcome is lost and none happens twice. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sign } from '../testing/sign.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  buildArrival,
  buildEvent,
  createDrawnUpLoan,
  createSignedLoan,
  expectData,
  listEventsAbout,
  mutateLoan,
  readEscrow,
  startLending,
} from '../testing/start-lending.ts';
import { histories } from './escrow.model.ts';

const rounds = 6;
let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const arrive = (loan: TestLoan) =>
  service.bus.publish(buildEvent('domains.domain.custody-arrived', buildArrival(loan)));
const statusOf = async (loan: TestLoan) =>
  expectData(await readEscrow(loan.borrower, loan.id)).escrow.status as string;
const count = (subject: string, loan: TestLoan) =>
  listEventsAbout(service, subject, { escrowId: loan.id }).length;

/** A loan with one signature, and the call for the second. */
async function halfSigned() {
  const made = await createDrawnUpLoan(service);
  expectData(await sign(made.loan.borrower, made.tokens.borrower));
  const second = () => sign(made.loan.lender, made.tokens.lender, { name: 'Len Lender' });
  return { loan: made.loan, second };
}

test('the second signature against a cancellation: the loan is cancelled, signed or not', async () => {
  for (let round = 0; round < rounds; round++) {
    const { loan, second } = await halfSigned();
    const [signed, cancelled] = await Promise.all([
      second(),
      mutateLoan(loan.borrower, 'cancelEscrow', loan),
    ]);
    expectData(cancelled);
    assert.equal(await statusOf(loan), 'CANCELLED');
    if (signed.code !== undefined) {
      assert.equal(signed.message, 'This loan is Cancelled; sign is not possible now.');
    }
    await service.settle();
    assert.equal(count('lending.escrow.signed', loan), signed.code === undefined ? 2 : 1);
    assert.equal(count('lending.escrow.collateral-released', loan), 1);
  }
});

test('the second signature against the arrival in custody: both apply, and the domain is in custody', async () => {
  for (let round = 0; round < rounds; round++) {
    const { loan, second } = await halfSigned();
    const [signed] = await Promise.all([second(), arrive(loan)]);
    expectData(signed);
    assert.equal(await statusOf(loan), 'DOMAIN_IN_CUSTODY');
    await service.settle();
    assert.equal(count('lending.escrow.collateral-held', loan), 1);
  }
});

test('a cancellation against the arrival in custody: cancelled or requested, and the arrival is recorded', async () => {
  for (let round = 0; round < rounds; round++) {
    const loan = await createSignedLoan(service);
    const by = round % 2 === 0 ? loan.lender : loan.borrower;
    const [cancelled] = await Promise.all([mutateLoan(by, 'cancelEscrow', loan), arrive(loan)]);
    expectData(cancelled);
    const { escrow } = expectData(await readEscrow(loan.borrower, loan.id));
    if (escrow.status === 'DOMAIN_IN_CUSTODY') {
      // The arrival was first, so the borrower could only request.
      assert.equal(by, loan.borrower);
      assert.ok(escrow.cancelRequestedAt);
    } else assert.equal(escrow.status, 'CANCELLED');
    const lines = await histories.findMany({ escrowId: loan.id, action: 'CUSTODY_ARRIVED' });
    assert.equal(lines.length, 1);
    await service.settle();
    const released = escrow.status === 'CANCELLED' ? 1 : 0;
    assert.equal(count('lending.escrow.collateral-released', loan), released);
  }
});

test('both parties sign four times concurrently: two signatures and one status change', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      i % 2 === 0
        ? sign(loan.borrower, tokens.borrower)
        : sign(loan.lender, tokens.lender, { name: 'Len Lender' }),
    ),
  );
  assert.equal(answers.filter(({ code }) => code === undefined).length, 2);
  assert.equal(answers.filter(({ code }) => code === 'CONFLICT').length, 6);
  assert.equal(await statusOf(loan), 'NEW');
  await service.settle();
  assert.equal(count('lending.escrow.signed', loan), 2);
  assert.equal(count('lending.escrow.contract-sealed', loan), 1);
});

test('marking as paid against the lender’s own cancellation: exactly one of them', async () => {
  for (let round = 0; round < rounds; round++) {
    const loan = await createSignedLoan(service, true);
    const answers = await Promise.all([
      mutateLoan(loan.lender, 'markPaid', loan),
      mutateLoan(loan.lender, 'cancelEscrow', loan),
    ]);
    assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
    assert.equal(answers.filter(({ code }) => code === 'CONFLICT').length, 1);
  }
});

/** The totals of the dashboard are exact and cover only the caller's data. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { escrows } from '../escrow/escrow.model.ts';
import { createSignedRefinance } from '../testing/refinances.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAcceptedLoan,
  createAccount,
  createListedDomain,
  expectData,
  makeOffer,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const read = async (accountId: string) =>
  expectData(
    await service.as(accountId)(`{
      dashboard {
        borrowing { open amount byStatus { status count amount } largest(limit: 3) { amount } }
        lending { open amount byStatus { status count amount } largest(limit: 3) { amount } }
        offersReceived offersSent
      }
    }`),
  ).dashboard;
const none = { open: 0, amount: 0, byStatus: [], largest: [] };

test('an account without loans has zeros, and a visitor has no dashboard', async () => {
  assert.deepEqual(await read(await createAccount(service, 'Nobody')), {
    borrowing: none,
    lending: none,
    offersReceived: 0,
    offersSent: 0,
  });
  const visitor = await service.as(null)('{ dashboard { offersSent } }');
  assert.equal(visitor.code, 'UNAUTHENTICATED');
});

test('each role has its own totals: open loans are summed, finished ones only counted', async () => {
  const loan = await createAcceptedLoan(service);
  const both = { open: 1, amount: 450_000, largest: [{ amount: 450_000 }] };
  const byStatus = [{ status: 'PENDING_SIGNATURE', count: 1, amount: 450_000 }];
  assert.deepEqual((await read(loan.borrowerId)).borrowing, { ...both, byStatus });
  assert.deepEqual((await read(loan.lenderId)).lending, { ...both, byStatus });
  assert.deepEqual((await read(loan.lenderId)).borrowing, none);
  expectData(await mutateLoan(loan.borrower, 'cancelEscrow', loan));
  const over = [{ status: 'CANCELLED', count: 1, amount: 450_000 }];
  assert.deepEqual((await read(loan.borrowerId)).borrowing, { ...none, byStatus: over });
});

test('four hundred loans are summed to the cent, and the largest ones come first', async () => {
  const loan = await createAcceptedLoan(service);
  const { id: _, ...one } = await escrows.get(loan.id);
  const lenderId = await createAccount(service, 'Len Lender');
  const many = Array.from({ length: 400 }, (_none, index) => ({
    ...one,
    _id: newId(),
    offerId: newId(),
    lenderId,
    amountCents: 1_000_000_000 - index,
    status: index % 4 === 0 ? 'CANCELLED' : index % 4 === 1 ? 'NEW' : 'LOAN_POSTED',
  }));
  await escrows.raw.insertMany(many);
  const sum = (status?: string) =>
    many
      .filter((each) => (status ? each.status === status : each.status !== 'CANCELLED'))
      .reduce((total, { amountCents }) => total + amountCents, 0);
  const { lending } = await read(lenderId);
  assert.deepEqual([lending.open, lending.amount], [300, sum()]);
  assert.deepEqual(lending.byStatus, [
    { status: 'NEW', count: 100, amount: sum('NEW') },
    { status: 'LOAN_POSTED', count: 200, amount: sum('LOAN_POSTED') },
    { status: 'CANCELLED', count: 100, amount: sum('CANCELLED') },
  ]);
  assert.deepEqual(
    lending.largest.map(({ amount }: { amount: number }) => 1_000_000_000 - amount),
    [1, 2, 3],
  );
  const rejected = await service.as(lenderId)(
    '{ dashboard { lending { largest(limit: 0) { id } } } }',
  );
  assert.deepEqual(Object.keys(rejected.fields ?? {}), ['limit']);
});

test('pending offers are counted for both parties', async () => {
  const ownerId = await createAccount(service, 'Bea Borrower');
  const { domainId } = await createListedDomain(service, ownerId);
  const lenderIds = [await createAccount(service, 'Len'), await createAccount(service, 'Lea')];
  for (const lenderId of lenderIds) expectData(await makeOffer(service.as(lenderId), domainId));
  assert.equal((await read(ownerId)).offersReceived, 2);
  assert.equal((await read(lenderIds[0] ?? '')).offersSent, 1);
});

test('each party of a refinancing has its payments from both loans', async () => {
  const { old, next } = await createSignedRefinance(service);
  const { amountCents, statusAt } = await escrows.get(next.id);
  const readFlows = async (accountId: string) => {
    const query =
      '{ dashboard { paymentFlows(limit: 9) { flows { escrowId kind at amount } incoming outgoing } } }';
    return expectData(await service.as(accountId)(query)).dashboard.paymentFlows;
  };
  const [newLender, oldLender] = await Promise.all([next.lenderId, old.lenderId].map(readFlows));
  const at = new Date(statusAt.getTime() + 10 * 86_400_000).toISOString();
  assert.deepEqual(newLender.flows, [
    { escrowId: next.id, kind: 'FUNDING', at, amount: amountCents },
  ]);
  const [{ amount: payoff, ...flow }] = oldLender.flows;
  assert.deepEqual(flow, { escrowId: old.id, kind: 'REPAYMENT', at });
  const { incoming, outgoing } = await readFlows(old.borrowerId);
  assert.equal(incoming - outgoing, amountCents - payoff);
  assert.equal(Math.min(incoming, outgoing), 0);
});

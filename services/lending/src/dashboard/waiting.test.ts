/** What the dashboard says about an account's next days: sums of running loans, payments, what waits, first steps. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { now, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { escrows } from '../escrow/escrow.model.ts';
import { lowestRank } from '../escrow/rank-loan.ts';
import { offers } from '../offer/offer.model.ts';
import { createDisputedLoan } from '../testing/disputes.ts';
import { passDays } from '../testing/pass-days.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createAcceptedLoan,
  createAccount,
  createListedDomain,
  createOfferedDomain,
  createPostedLoan,
  createReceivedLoan,
  createSignedLoan,
  expectData,
  makeOffer,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';
import { maxOpenLoans } from './open-loans.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
beforeEach(resetClock);
after(async () => {
  resetClock();
  await service.stop();
});

const dashboard = async (accountId: string, fields: string) =>
  expectData(await service.as(accountId)(`{ dashboard { ${fields} } }`)).dashboard;

/** Gives loans, which are made between new accounts, to one pair. */
async function giveToOnePair(loans: readonly TestLoan[]) {
  const borrowerId = await createAccount(service, 'Bea Borrower');
  const lenderId = await createAccount(service, 'Len Lender');
  const ids = loans.map(({ id }) => id);
  await escrows.raw.updateMany({ _id: { $in: ids } }, { $set: { borrowerId, lenderId } });
  return { borrowerId, lenderId };
}

const sums = 'running { count amount } inProgress { count amount } payoff';

test('running loans are those with a receipt, disputed ones included; both sums add up to the total', async () => {
  const funded = [await createReceivedLoan(service), await createDisputedLoan(service)];
  await passDays(service, 30);
  const loans = [
    ...funded,
    await createAcceptedLoan(service),
    await createSignedLoan(service, true),
    await createPostedLoan(service),
  ];
  const ended = await createAcceptedLoan(service);
  expectData(await mutateLoan(ended.borrower, 'cancelEscrow', ended));
  const pair = await giveToOnePair([...loans, ended]);
  const { borrowing, lending } = await dashboard(
    pair.borrowerId,
    `borrowing { open amount ${sums} } lending { ${sums} }`,
  );
  const nothing = { count: 0, amount: 0 };
  assert.deepEqual(lending, { running: nothing, inProgress: nothing, payoff: 0 });
  const { running, inProgress } = borrowing;
  assert.equal(running.count + inProgress.count, borrowing.open);
  assert.equal(running.amount + inProgress.amount, borrowing.amount);
  assert.deepEqual(running, { count: funded.length, amount: 900_000 });
  let payoff = 0;
  for (const { id } of loans) {
    const { escrow } = expectData(
      await service.as(pair.lenderId)('query ($id: ID!) { escrow(id: $id) { payoff } }', { id }),
    );
    payoff += escrow.payoff ?? 0;
  }
  assert.ok(payoff > running.amount);
  assert.equal(borrowing.payoff, payoff);
  assert.equal((await dashboard(pair.lenderId, `lending { ${sums} }`)).lending.payoff, payoff);
});

const flowFields =
  'flows { escrowId direction kind amount at graceEndsAt } total incoming outgoing';

test('the payments of both roles are in the order of their dates, and the list says what it leaves out', async () => {
  const [owed, funding] = [
    await createReceivedLoan(service),
    await createSignedLoan(service, true),
  ];
  const { borrowerId, lenderId } = await giveToOnePair([owed, funding]);
  // The borrower is the lender of another loan.
  const lent = await createReceivedLoan(service);
  await escrows.raw.updateOne({ _id: lent.id } as never, { $set: { lenderId: borrowerId } });
  const read = async (accountId: string, args = '') =>
    (await dashboard(accountId, `paymentFlows${args} { ${flowFields} until complete }`))
      .paymentFlows;
  const all = await read(borrowerId);
  assert.deepEqual(
    all.flows.map(({ escrowId, direction }: Record<string, string>) => [escrowId, direction]),
    [
      [funding.id, 'IN'],
      [owed.id, 'OUT'],
      [lent.id, 'IN'],
    ],
  );
  const [, out] = all.flows;
  assert.deepEqual([all.total, all.complete], [3, true]);
  assert.equal(all.outgoing, out.amount);
  assert.equal(all.incoming, out.amount + 450_000);
  assert.ok(Math.abs(Date.parse(all.until) - now().getTime() - 90 * 86_400_000) < 60_000);
  const { until, ...first } = await read(borrowerId, '(limit: 1)');
  assert.deepEqual({ ...first, until: all.until }, { ...all, flows: [all.flows[0]] });
  assert.ok(until >= all.until);
  assert.equal((await read(lenderId)).incoming, out.amount);
  const rejected = await service.as(lenderId)('{ dashboard { paymentFlows(limit: 0) { total } } }');
  assert.deepEqual(Object.keys(rejected.fields ?? {}), ['limit']);
});

test('figures that need every loan are left out for more loans than are read, and sums are not', async () => {
  const loan = await createReceivedLoan(service);
  const { id: _, ...one } = await escrows.get(loan.id);
  const lenderId = await createAccount(service, 'Len Lender');
  const copies = (count: number) =>
    Array.from({ length: count }, () => ({ ...one, _id: newId(), offerId: newId(), lenderId }));
  await escrows.raw.insertMany(copies(maxOpenLoans) as never);
  const fields = `lending { ${sums} } paymentFlows(limit: 3) { flows { amount } total complete }`;
  const full = await dashboard(lenderId, fields);
  assert.deepEqual(full.paymentFlows.total, maxOpenLoans);
  assert.deepEqual([full.paymentFlows.complete, full.paymentFlows.flows.length], [true, 3]);
  assert.equal(full.lending.payoff, maxOpenLoans * 450_000);
  await escrows.raw.insertMany(copies(1) as never);
  const more = await dashboard(lenderId, fields);
  assert.deepEqual([more.lending.payoff, more.paymentFlows.complete], [null, false]);
  assert.equal(more.lending.running.amount, (maxOpenLoans + 1) * 450_000);
});

const waiting = 'waitingLoans(limit: 2) { total escrows { id waitingFor { action until } } }';
const actionsOf = (found: { escrows: { waitingFor: { action: string } }[] }) =>
  found.escrows.map(({ waitingFor }) => waitingFor.action);

test('the loans that wait for a reader come by deadline, in both roles and with their exact number', async () => {
  const late = await createReceivedLoan(service);
  await passDays(service, 61);
  const loans = [await createAcceptedLoan(service), await createReceivedLoan(service)];
  const [signing, paying] = [
    await createSignedLoan(service),
    await createSignedLoan(service, true),
  ];
  const { borrowerId, lenderId } = await giveToOnePair([late, ...loans, signing, paying]);
  const lent = await createSignedLoan(service, true);
  await escrows.raw.updateOne({ _id: lent.id } as never, { $set: { lenderId: borrowerId } });
  const found = (await dashboard(borrowerId, waiting)).waitingLoans;
  // The transfer, due in 30 days, is the third.
  assert.deepEqual([found.total, actionsOf(found)], [3, ['MARK_PAID', 'REPAY']]);
  const untils = found.escrows.map((one: { waitingFor: { until: string } }) =>
    Date.parse(one.waitingFor.until),
  );
  assert.ok(untils[0] < untils[1] && untils[0] > now().getTime());
  const lenders = (await dashboard(lenderId, waiting)).waitingLoans;
  assert.deepEqual([lenders.total, actionsOf(lenders)], [1, ['MARK_PAID']]);
  assert.equal(lowestRank('RUNNING'), 1e14);
});

const offered = `waitingOffers(limit: 2) {
  total domains { domainId count expiresAt best { amount term rate } }
}`;

test('received offers are grouped by domain: exact counts, the cheapest offer, the first to expire in front', async () => {
  const ownerId = await createAccount(service, 'Bea Borrower');
  const lenders = await Promise.all(
    ['Len', 'Lea', 'Lou', 'Lin'].map((name) => createAccount(service, name)),
  );
  const domains: string[] = [];
  for (let count = 0; count < 3; count++)
    domains.push((await createListedDomain(service, ownerId)).domainId);
  const [first = '', second = '', third = ''] = domains;
  const offer = async (lender: number, domainId: string, terms = {}) =>
    expectData(await makeOffer(service.as(lenders[lender] ?? ''), domainId, terms)).makeOffer.id;
  await offer(0, first, { amount: 600_000, rate: 1_600 });
  await offer(1, second);
  await offer(1, first, { amount: 500_000, rate: 1_200 });
  await offer(2, first, { amount: 500_000, rate: 1_200, term: 90 });
  const denied = await offer(3, third);
  expectData(
    await service.as(ownerId)('mutation ($id: ID!) { denyOffer(id: $id) { id } }', { id: denied }),
  );
  await offer(0, third);
  const found = (await dashboard(ownerId, offered)).waitingOffers;
  assert.equal(found.total, 3);
  const [one, other] = found.domains;
  assert.deepEqual([one.domainId, one.count, other.domainId, other.count], [first, 3, second, 1]);
  // With its fee, the longer loan of the two at 12 % has the lower APR.
  assert.deepEqual(one.best, { amount: 500_000, term: 90, rate: 1_200 });
  assert.ok(Date.parse(one.expiresAt) <= Date.parse(other.expiresAt));
  assert.deepEqual((await dashboard(lenders[0] ?? '', offered)).waitingOffers, {
    total: 0,
    domains: [],
  });
  await passDays(service, 8);
  assert.deepEqual((await dashboard(ownerId, offered)).waitingOffers, { total: 0, domains: [] });
  assert.equal(await offers.count({ borrowerId: ownerId, status: 'PENDING' }), 0);
});

test('the best offer of a domain is one of the 100 oldest offers, and all of them are counted', async () => {
  const ownerId = await createAccount(service, 'Bea Borrower');
  const lenderId = await createAccount(service, 'Len Lender');
  const { offerId } = await createOfferedDomain(service, { ownerId, lenderId });
  const { id: _, ...one } = await offers.get(offerId);
  const copies = Array.from({ length: 100 }, (_none, index) => ({
    ...{ ...one, _id: newId(), lenderId: newId(), rateBps: one.rateBps - index - 1 },
    createdAt: new Date(one.createdAt.getTime() + index + 1),
  }));
  await offers.raw.insertMany(copies as never);
  const [found] = (await dashboard(ownerId, offered)).waitingOffers.domains;
  assert.deepEqual([found.count, found.best.rate], [101, one.rateBps - 99]);
});

test('offers are compared by their plans: a fee weighs more on a shorter one', async () => {
  const ownerId = await createAccount(service, 'Bea Borrower');
  const lenderId = await createAccount(service, 'Len Lender');
  const { offerId } = await createOfferedDomain(service, { ownerId, lenderId });
  const { id: _, ...one } = await offers.get(offerId);
  const plan = { ...bulletPlan, kind: 'INSTALMENTS', period: '7D', instalments: 4 };
  const planned = { ...one, _id: newId(), lenderId: newId(), rateBps: one.rateBps - 1, plan };
  await offers.raw.insertOne(planned as never);
  const [found] = (await dashboard(ownerId, offered)).waitingOffers.domains;
  assert.deepEqual([found.count, found.best.rate], [2, one.rateBps]);
});

test('operators see the open disputes by the due date of their decision; others see none', async () => {
  const fields = 'waitingDisputes(limit: 1) { total escrows { id decisionDueAt } }';
  const disputes = [await createDisputedLoan(service)];
  await passDays(service, 1);
  disputes.push(await createDisputedLoan(service));
  const staff = await createAccount(service, 'Staff', { operator: true });
  const { waitingDisputes } = await dashboard(staff, fields);
  assert.ok(waitingDisputes.total >= disputes.length);
  const open = await escrows.findMany({ status: 'ESCALATED' });
  const first = open.sort(
    (one, other) => Number(one.escalation?.at) - Number(other.escalation?.at),
  )[0];
  assert.equal(waitingDisputes.escrows[0].id, first?.id);
  assert.ok(waitingDisputes.escrows[0].decisionDueAt);
  const [mine] = disputes;
  assert.equal((await dashboard(mine?.borrowerId ?? '', fields)).waitingDisputes, null);
});

test('the first steps of an account are those that its records show', async () => {
  const fields = 'milestones { listed offered borrowed lent }';
  const read = async (accountId: string) => (await dashboard(accountId, fields)).milestones;
  const none = { listed: false, offered: false, borrowed: false, lent: false };
  const ownerId = await createAccount(service, 'Bea Borrower');
  const lenderId = await createAccount(service, 'Len Lender');
  assert.deepEqual(await read(ownerId), none);
  const { domainId } = await createListedDomain(service, ownerId);
  assert.deepEqual(await read(ownerId), { ...none, listed: true });
  expectData(await makeOffer(service.as(lenderId), domainId));
  assert.deepEqual(await read(lenderId), { ...none, offered: true });
  const loan = await createAcceptedLoan(service);
  expectData(await mutateLoan(loan.borrower, 'cancelEscrow', loan));
  assert.deepEqual(await read(loan.borrowerId), { ...none, listed: true, borrowed: true });
  assert.deepEqual(await read(loan.lenderId), { ...none, offered: true, lent: true });
});

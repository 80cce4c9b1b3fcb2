/** The default order of an account's loans: what it has to do first, and pages that hold as time passes. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import { now, resetClock } from '@nameloan/runtime/clock';
import { commit } from '../service-context.ts';
import { passDays } from '../testing/pass-days.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  buildDomainEventData,
  createAcceptedLoan,
  createAccount,
  createPostedLoan,
  createReceivedLoan,
  createSignedLoan,
  expectData,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';
import { escrows } from './escrow.model.ts';
import { computeRanks } from './rank-loan.ts';
import { startTimedTransitions } from './transition/start-timed-transitions.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(async () => {
  resetClock();
  await service.stop();
});

/** Gives loans, which the tests make between new accounts, to one borrower and one lender. */
async function giveToOnePair(loans: readonly TestLoan[]) {
  const borrowerId = await createAccount(service, 'Bea Borrower');
  const lenderId = await createAccount(service, 'Len Lender');
  const ids = loans.map(({ id }) => id);
  await escrows.raw.updateMany({ _id: { $in: ids } }, { $set: { borrowerId, lenderId } });
  return { borrowed: service.as(borrowerId), lent: service.as(lenderId) };
}

type Call = ReturnType<TestLending['as']>;
const read = async (call: Call, list: 'borrowedEscrows' | 'lentEscrows', args = '') => {
  const data = expectData(await call(`{ ${list}(${args || 'page: 1'}) { escrows { id } } }`));
  return data[list].escrows.map((one: { id: string }) => one.id) as string[];
};

async function cancelled(): Promise<TestLoan> {
  const loan = await createAcceptedLoan(service);
  expectData(await mutateLoan(loan.borrower, 'cancelEscrow', loan));
  return loan;
}

test('a loan in grace is on the first page, before newer loans and cancelled ones', async () => {
  const late = await createReceivedLoan(service);
  await passDays(service, 61);
  const signing = await createAcceptedLoan(service);
  const running = await createReceivedLoan(service);
  const ended: TestLoan[] = [];
  for (let count = 0; count < 5; count++) ended.unshift(await cancelled());
  const { borrowed, lent } = await giveToOnePair([late, signing, running, ...ended]);
  const closed = ended.map(({ id }) => id);
  const open = [late.id, running.id, signing.id];
  assert.deepEqual(await read(borrowed, 'borrowedEscrows', 'limit: 100'), [...open, ...closed]);
  // For the lender, grace is a running loan past its due date.
  assert.deepEqual(await read(lent, 'lentEscrows', 'limit: 100'), [...open, ...closed]);
  assert.deepEqual(await read(lent, 'lentEscrows'), [...open, closed[0]]);
  assert.deepEqual(await read(borrowed, 'borrowedEscrows', 'open: true'), open);
  assert.deepEqual(await read(borrowed, 'borrowedEscrows', 'open: false, limit: 9'), closed);
  const paged: string[] = [];
  for (let page = 1; page <= 8; page++)
    paged.push(...(await read(borrowed, 'borrowedEscrows', `page: ${page}, limit: 1`)));
  assert.deepEqual(paged, [...open, ...closed], 'pages neither repeat nor skip');
});

test('an explicit direction still sorts by acceptance', async () => {
  const [first, second] = [await createPostedLoan(service), await cancelled()];
  const { lent } = await giveToOnePair([first, second]);
  assert.deepEqual(await read(lent, 'lentEscrows', 'direction: DESC'), [second.id, first.id]);
  assert.deepEqual(await read(lent, 'lentEscrows'), [first.id, second.id]);
});

async function assertRanked(why: string): Promise<void> {
  for (const loan of await escrows.findMany({})) {
    const { borrowerRank, lenderRank } = loan;
    const expected = computeRanks(loan, { now: now(), transferring: false });
    assert.deepEqual({ borrowerRank, lenderRank }, expected, `${why}: ${loan.status} ${loan.id}`);
  }
}

test('stored ranks are those of the moment, however much time passes', async () => {
  const disputed = await createReceivedLoan(service);
  const seizable = await createReceivedLoan(service);
  await createSignedLoan(service, true);
  await createPostedLoan(service);
  await createReceivedLoan(service);
  expectData(await mutateLoan(disputed.lender, 'escalate', disputed));
  for (const call of [seizable.lender, seizable.borrower]) {
    if (call === seizable.lender) expectData(await mutateLoan(call, 'escalate', seizable));
    const more = ', outcome: CONTINUE, maySeize: true';
    expectData(await mutateLoan(call, 'settleDispute', { id: seizable.id, more }));
  }
  for (const days of [0, 2, 3.5, 3, 2, 4, 20, 26, 5, 3.5, 30]) {
    await passDays(service, days);
    await assertRanked(`after ${days} more days`);
  }
});

test('a transfer that starts or fails changes who has to act, and the rank with it', async () => {
  const loan = await createSignedLoan(service);
  const rank = async () => (await escrows.get(loan.id)).borrowerRank ?? 0;
  const data = buildDomainEventData(loan);
  const own = await rank();
  await service.deliver('domains.domain.transfer-started', data, {
    aggregateId: loan.domainId,
    version: 5,
  });
  assert.ok((await rank()) > own);
  const failed = { ...data, reason: toOrderFailure('REJECTED_BY_REGISTRAR'), byOwner: false };
  await service.deliver('domains.domain.transfer-failed', failed, {
    aggregateId: loan.domainId,
    version: 6,
  });
  assert.equal(await rank(), own);
});

test('loans of former releases get their ranks and jobs at the start, also closed ones', async () => {
  const [closed, disputed] = [await cancelled(), await createReceivedLoan(service)];
  expectData(await mutateLoan(disputed.lender, 'escalate', disputed));
  const ids = [closed.id, disputed.id];
  await escrows.raw.updateMany(
    { _id: { $in: ids } },
    { $unset: { borrowerRank: '', lenderRank: '' } },
  );
  await commit(async (tx) => tx.unschedule('update-loan-ranks', disputed.id));
  await startTimedTransitions();
  await passDays(service, 11);
  await assertRanked('after the backfill');
});

/** Backfills at the start: deadlines and notices that loans of former releases lack, without surprise and only once. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EscrowStatus } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { commit } from '../../service-context.ts';
import { buildLoan, inStatus, received } from '../../testing/loans.ts';
import type { TestLending } from '../../testing/start-lending.ts';
import { listEventsAbout, startLending } from '../../testing/start-lending.ts';
import { escrows } from '../escrow.model.ts';
import type { Escrow } from '../escrow.ts';
import { runTimedTransition } from './run-timed-transition.ts';
import { startTimedTransitions } from './start-timed-transitions.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

/** Stores a loan as a former release did: without these fields, and without a job. */
async function storeOld(
  status: EscrowStatus,
  fields: Partial<Escrow>,
  lacking: readonly (keyof Escrow)[],
): Promise<string> {
  const id = newId();
  const loan = buildLoan({
    ...{ ...inStatus[status], remindedAt: null, ...fields, status, id },
    ...{ offerId: newId(), domainId: newId() },
    ...{ borrowerContractToken: null, lenderContractToken: null },
  });
  await commit((tx) => escrows.add(loan, tx));
  const unset = Object.fromEntries(lacking.map((field) => [field, '']));
  await escrows.raw.collection.updateOne({ _id: id as never }, { $unset: unset });
  return id;
}
const daysAgo = (days: number) => addDays(now(), -days);
const run = (id: string) =>
  runTimedTransition({ kind: 'run-timed-transition', key: id, data: {}, attempt: 1, dueAt: now() });
const graceNotices = (id: string) =>
  listEventsAbout(service, 'lending.escrow.moved', { escrowId: id }).filter(
    ({ data }) => (data as { move: string }).move === 'END_GRACE',
  ).length;

test('a loan in custody without a deadline gets its full days, but at least three from the upgrade', async () => {
  const lacking = ['fundingFrom'] as const;
  const fresh = await storeOld('DOMAIN_IN_CUSTODY', { statusAt: daysAgo(1) }, lacking);
  const long = await storeOld('DOMAIN_IN_CUSTODY', { statusAt: daysAgo(40) }, lacking);
  const posted = await storeOld('LOAN_POSTED', {}, lacking);
  await Promise.all([startTimedTransitions(), startTimedTransitions()]);
  const { fundingDays, fundingUpgradeDays } = loanCalendar;
  const left = async (id: string) => {
    const { fundingFrom } = await escrows.get(id);
    return (
      fundingFrom && (addDays(fundingFrom, fundingDays).getTime() - now().getTime()) / 86_400_000
    );
  };
  assert.ok(Math.abs((await left(fresh)) ?? 0) - (fundingDays - 1) < 0.01);
  assert.ok(Math.abs(((await left(long)) ?? 0) - fundingUpgradeDays) < 0.01);
  assert.equal((await escrows.get(posted)).fundingFrom ?? null, null);
  const { version } = await escrows.get(long);
  await startTimedTransitions();
  assert.equal((await escrows.get(long)).version, version, 'a second start changes nothing');
  // The job exists: it waits for the first reminder.
  const result = await run(long);
  assert.ok(result && result.runAgainAt > now());
});

test('a loan whose grace had ended before the upgrade is not notified of it', async () => {
  const old = { ...received, dueAt: daysAgo(60), noticeAt: daysAgo(60) };
  const id = await storeOld('LOAN_POSTED', old, ['graceEndNotifiedAt']);
  for (let start = 0; start < 2; start += 1) {
    await startTimedTransitions();
    await service.settle();
    assert.equal(await run(id), undefined);
    assert.equal(graceNotices(id), 0);
  }
});

test('a loan in grace at the upgrade is notified once, also after more starts', async () => {
  // Its last reminder was sent, so no job was left.
  const inGrace = {
    ...{ ...received, dueAt: daysAgo(8.5), noticeAt: daysAgo(8.5) },
    remindedAt: new Date(),
  };
  const id = await storeOld('LOAN_POSTED', inGrace, ['graceEndNotifiedAt']);
  await commit(async (tx) => {
    const loan = await escrows.get(id, tx);
    await escrows.update(loan, { ...loan, dueAt: daysAgo(7.9), noticeAt: daysAgo(7.9) }, tx);
  });
  await escrows.raw.collection.updateOne(
    { _id: id as never },
    { $unset: { graceEndNotifiedAt: '' } },
  );
  await startTimedTransitions();
  assert.equal((await escrows.get(id)).graceEndNotifiedAt, null);
  await commit(async (tx) => {
    const loan = await escrows.get(id, tx);
    await escrows.update(loan, { ...loan, dueAt: daysAgo(8.1), noticeAt: daysAgo(8.1) }, tx);
  });
  await Promise.all([run(id), run(id)]);
  for (let start = 0; start < 2; start += 1) {
    await startTimedTransitions();
    await run(id);
    await service.settle();
    assert.equal(graceNotices(id), 1);
  }
});

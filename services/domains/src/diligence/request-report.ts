/** Requests a report about a name. A job looks it up, so no call waits for RDAP. */

import { recurringKey } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { serviceContext } from '../service-context.ts';
import type { DiligenceRecord } from './diligence.model.ts';
import { diligenceRecords, priorities } from './diligence.model.ts';
import { chooseLane, nextDailyRefresh, pledgedLane } from './plan-refresh.ts';

/** The job that looks due names up, except pledged ones. */
export const refreshJob = 'refresh-diligence';

interface Name {
  /** As A-labels. */
  name: string;
  suffix: string;
}

/** A rejected listing relies on a report that is not older than this, or requests another. */
const rejectedAgeMs = 3_600_000;

/** Many requests of one moment wake the job once. */
const wakeIntervalMs = 500;
let wokenAtMs = Number.NEGATIVE_INFINITY;

/** Best effort: the job also runs on its own schedule. */
function wakeRefresh(): void {
  if (performance.now() - wokenAtMs < wakeIntervalMs) return;
  wokenAtMs = performance.now();
  const at = new Date(now().getTime() + wakeIntervalMs);
  void serviceContext.store.jobs
    .schedule({ kind: refreshJob, key: recurringKey, at })
    .catch(() => undefined);
}

export function newRecord({ name, suffix }: Name): DiligenceRecord {
  return {
    id: name,
    version: 1,
    lane: chooseLane({ suffix, isPledged: false }),
    priority: priorities.ADDED,
    dueAt: null,
    failures: 0,
    report: null,
    known: [],
    changes: [],
  };
}

/**
 * For an opened listing: makes a look-up due now. Its report, however the last one was requested, is what later ones are
 * compared with.
 */
export async function requestListingReport(name: Name, tx: Tx): Promise<void> {
  const priority = priorities.LISTED;
  const found = await diligenceRecords.find(name.name, tx);
  if (!found) await diligenceRecords.add({ ...newRecord(name), priority, dueAt: now() }, tx);
  else if (found.dueAt === null || found.dueAt > now() || found.priority > priority)
    await diligenceRecords.update(found, { ...found, priority, dueAt: now(), failures: 0 }, tx);
  // Written even without changes, so that a removal at the same moment conflicts with it.
  else await diligenceRecords.update(found, found, tx);
  tx.afterCommit(wakeRefresh);
}

/**
 * Makes look-ups of added names due now: one read, and one write for those without a record. A planned look-up keeps
 * its time and priority, since another account may have listed the name.
 */
export async function requestReports(names: readonly Name[], tx: Tx): Promise<void> {
  const ids = names.map(({ name }) => name);
  const found = await diligenceRecords.findMany({ _id: { $in: ids } }, { tx });
  const known = new Set(found.map(({ id }) => id));
  const missing = names.filter(({ name }) => !known.has(name));
  const records = missing.map((name) => ({ ...newRecord(name), dueAt: now() }));
  if (records.length > 0) await diligenceRecords.addMany(records, tx);
  for (const record of found)
    await diligenceRecords.update(record, { ...record, dueAt: record.dueAt ?? now() }, tx);
  tx.afterCommit(wakeRefresh);
}

/** For a watched name that was listed before reports existed. */
export async function ensureReport(name: Name, tx: Tx): Promise<void> {
  if (await diligenceRecords.find(name.name, tx)) return;
  await requestListingReport(name, tx);
}

/**
 * After a rejected listing of a verified domain: at most once an hour per name, however many try, and not while a retry
 * is planned. It waits behind listings that have opened and keeps what later reports are compared with.
 */
export async function refreshRejected(
  { name, status }: Name & { status: string },
  tx: Tx,
): Promise<void> {
  if (status !== 'EXTERNAL_VERIFIED') return;
  const found = await diligenceRecords.find(name, tx);
  if (!found?.report || found.failures > 0) return;
  if (now().getTime() - found.report.asOf.getTime() < rejectedAgeMs) return;
  if (found.dueAt !== null && found.dueAt <= now()) return;
  await diligenceRecords.update(found, { ...found, dueAt: now() }, tx);
  tx.afterCommit(wakeRefresh);
}

/** A name outside custody became collateral: from now on it is looked up daily by its own job. */
export async function watchPledgedName(name: Name, tx: Tx): Promise<void> {
  const found = await diligenceRecords.find(name.name, tx);
  const daily = nextDailyRefresh(now());
  // A retry may be planned sooner.
  const dueAt = found?.dueAt && found.dueAt < daily ? found.dueAt : daily;
  const plan = { lane: pledgedLane, priority: priorities.DAILY, dueAt };
  if (found) await diligenceRecords.update(found, { ...found, ...plan }, tx);
  else await diligenceRecords.add({ ...newRecord(name), ...plan }, tx);
}

/** For collateral that an earlier version reserved; due now. */
export async function ensurePledgedWatch(name: Name, tx: Tx): Promise<void> {
  const found = await diligenceRecords.find(name.name, tx);
  if (found?.lane === pledgedLane && found.dueAt !== null) return;
  const plan = { lane: pledgedLane, priority: priorities.DAILY, dueAt: now() };
  if (found) await diligenceRecords.update(found, { ...found, ...plan }, tx);
  else await diligenceRecords.add({ ...newRecord(name), ...plan }, tx);
}

/** Call it when no account has the name any more. */
export async function removeReport(name: string, tx: Tx): Promise<void> {
  const found = await diligenceRecords.find(name, tx);
  if (found) await diligenceRecords.remove(found, tx);
}

/** Jobs that look names up by RDAP: the paced refresh, pledged names, and one name at an acceptance. */

import type { JobResult } from '@nameloan/persistence/jobs';
import type { LookUpOptions } from '@nameloan/rdap/client';
import { now } from '@nameloan/runtime/clock';
import type { Domain } from '../../domain/domain.ts';
import { isArriving, toDiligenceSubject } from '../../domain/listing/listing-conditions.ts';
import { rdap } from '../../rdap.ts';
import { commit, serviceContext } from '../../service-context.ts';
import type { Assessment } from '../assess-diligence.ts';
import type { DiligenceRecord } from '../diligence.model.ts';
import { diligenceRecords, priorities } from '../diligence.model.ts';
import { otherLane, pledgedLane, refreshLanes } from '../plan-refresh.ts';
import { assessDomain } from '../read-diligence.ts';
import { findHolders, recordResult } from './record-result.ts';
import { RefreshScheduler } from './refresh-scheduler.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** For a name in the queue, which waits behind others of its server. */
const queueDeadlineMs = 2 * minuteMs;
/** For a name that a use case waits for. */
const attemptMs = 10_000;
const pledgedIntervalMs = minuteMs;
/** One server answers so many within `attemptMs`. */
const maxPledgedAtOnce = 8;
/** The rest of the due names follows in the next run. Wall time. */
const maxPledgedRunMs = 20_000;
/** An acceptance relies on a report of at most this age. */
const acceptanceAgeMs = hourMs;
/** After this time another replica looks a claimed name up; longer than a look-up takes. */
const claimMs = 5 * minuteMs;

/** The accepted age of the RDAP client's stored answer. */
const maxAgeMs: Readonly<Record<number, number>> = {
  [priorities.LISTED]: 10 * minuteMs,
  [priorities.ADDED]: 24 * hourMs,
  [priorities.DAILY]: hourMs,
};

let stop = new AbortController();

async function lookUp(name: string, options: LookUpOptions): Promise<void> {
  const duringTransfer = (await findHolders(name)).some(isArriving);
  const result = await rdap().lookUp(name, { ...options, signal: stop.signal });
  // The service stops: the name is looked up again when its claim ends.
  if (stop.signal.aborted) return;
  await recordResult(name, result, { duringTransfer });
}

/** Takes a due name, so that no other replica looks it up now; undefined if it is no longer due. */
export async function claimDueName(name: string): Promise<DiligenceRecord | undefined> {
  return commit(async (tx) => {
    const record = await diligenceRecords.find(name, tx);
    const at = now();
    if (!record?.dueAt || record.dueAt > at) return undefined;
    const dueAt = new Date(at.getTime() + claimMs);
    return diligenceRecords.update(record, { ...record, dueAt }, tx);
  });
}

async function refresh(name: string): Promise<void> {
  try {
    const record = await claimDueName(name);
    if (!record) return;
    const accepted = maxAgeMs[record.priority] ?? hourMs;
    await lookUp(name, { deadlineMs: queueDeadlineMs, maxAgeMs: accepted });
  } catch (error) {
    serviceContext.log.warn({ err: error, name }, 'diligence report was not stored');
  }
}

/** A lane that no suffix has any more belongs to `other`. */
function inLane(lane: string): string | { $nin: string[] } {
  if (lane !== otherLane) return lane;
  const others = refreshLanes().filter((one) => one !== otherLane);
  return { $nin: [...others, pledgedLane] };
}

async function findDue(lane: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (const priority of Object.values(priorities)) {
    if (found.length >= limit) break;
    const due = { lane: inLane(lane), priority, dueAt: { $lte: now() } };
    const rows = await diligenceRecords.findProjected(due, ['lane'], {
      sort: { dueAt: 1 },
      limit: limit - found.length,
    });
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

async function nextDueInMs(): Promise<number> {
  const [next] = await diligenceRecords.findProjected(
    { lane: { $ne: pledgedLane }, dueAt: { $gt: new Date(0) } },
    ['dueAt'],
    { sort: { dueAt: 1 }, limit: 1 },
  );
  if (!next?.dueAt) return Number.POSITIVE_INFINITY;
  return Math.max(0, next.dueAt.getTime() - now().getTime());
}

/** Each replica has its own; their claims keep two from looking one name up. */
export const newScheduler = (): RefreshScheduler =>
  new RefreshScheduler({ lanes: refreshLanes(), findDue, nextDueInMs, refresh });

let scheduler: RefreshScheduler | undefined;

/** Recurring background job. */
export async function refreshDiligence(): Promise<JobResult> {
  scheduler ??= newScheduler();
  return { runAgainAt: new Date(now().getTime() + (await scheduler.tick())) };
}

/** Recurring job that looks up pledged names once a day. Few names are due, and the clock of the sandbox waits for them. */
export async function watchPledged(): Promise<JobResult> {
  const endsAtMs = performance.now() + maxPledgedRunMs;
  const options = { deadlineMs: attemptMs, maxAgeMs: hourMs, urgent: true };
  while (performance.now() < endsAtMs) {
    const names = await findDue(pledgedLane, maxPledgedAtOnce);
    await Promise.all(names.map((name) => lookUp(name, options)));
    if (names.length < maxPledgedAtOnce) break;
  }
  return { runAgainAt: new Date(now().getTime() + pledgedIntervalMs) };
}

/** For an acceptance: by a report of at most an hour, else after one attempt; without an answer nothing is a reason. */
export async function assessForAcceptance(domain: Domain): Promise<Assessment> {
  const { name } = domain;
  const asOf = (await diligenceRecords.find(name))?.report?.asOf.getTime() ?? 0;
  if (now().getTime() - asOf > acceptanceAgeMs)
    await lookUp(name, { deadlineMs: attemptMs, maxAgeMs: acceptanceAgeMs, urgent: true });
  return assessDomain(toDiligenceSubject(domain), acceptanceAgeMs + minuteMs);
}

/** Call it before the RDAP client is closed. */
export async function stopRefresh(): Promise<void> {
  stop.abort();
  await scheduler?.settled();
  scheduler = undefined;
  stop = new AbortController();
}

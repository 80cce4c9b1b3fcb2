/** When a name is looked up again, and in which lane. Pure. */

import type { RdapResult } from '@nameloan/rdap/report';
import { allSuffixes, findSuffix } from '../suffix/suffixes.ts';
import type { DiligenceRecord } from './diligence.model.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A little less than a day, so that a report is seldom older than 24 hours. */
const refreshIntervalMs = 23 * hourMs;
const firstRetryMs = 10 * minuteMs;
const maxRetryMs = 6 * hourMs;
/** For names without a listing or a loan; a listing requests another look-up. */
const maxRetries = 5;

/** Names whose suffix the platform cannot hold, and those in the lane of a suffix that it no longer holds. */
export const otherLane = 'other';
/** Names outside custody that secure a loan. */
export const pledgedLane = 'pledged';
/** The lanes of the daily refresh, by the suffixes in use. */
export function refreshLanes(): string[] {
  return [...allSuffixes().map(({ suffix }) => suffix), otherLane];
}

export function chooseLane({ suffix, isPledged }: { suffix: string; isPledged: boolean }): string {
  if (isPledged) return pledgedLane;
  return findSuffix(suffix) ? suffix : otherLane;
}

export function nextDailyRefresh(at: Date): Date {
  return new Date(at.getTime() + refreshIntervalMs);
}

function retryAt(result: RdapResult & { kind: 'unknown' }, failures: number, at: Date): Date {
  const backOffMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures, 10));
  const wanted = Math.max(at.getTime() + backOffMs, result.retryAt?.getTime() ?? 0);
  return new Date(Math.min(wanted, at.getTime() + refreshIntervalMs));
}

export type RefreshPlan = Pick<DiligenceRecord, 'dueAt' | 'failures'>;

/** `isWatched`: listed or pledged, so it is looked up daily. */
export function planRefresh(
  result: RdapResult,
  { failures, isWatched, at }: { failures: number; isWatched: boolean; at: Date },
): RefreshPlan {
  // A stored answer may be some hours old.
  const asOf = result.kind === 'found' ? result.report.asOf : at;
  const daily = isWatched ? nextDailyRefresh(asOf) : null;
  if (result.kind !== 'unknown') return { dueAt: daily, failures: 0 };
  const failed = failures + 1;
  if (result.reason === 'NO_SERVER') return { dueAt: daily, failures: failed };
  const isRetried = isWatched || failed <= maxRetries;
  return { dueAt: isRetried ? retryAt(result, failures, at) : null, failures: failed };
}

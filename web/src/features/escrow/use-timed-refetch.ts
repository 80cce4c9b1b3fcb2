/** Refetches a loan at the times at which it changes without an event, such as its due date. */

import { useEffect, useState } from 'react';
import { businessNow } from '../../graph/business-time.ts';
import type { Loan } from './loan-parties.ts';
import { isClosed } from './loan-parties.ts';

const dayMs = 86_400_000;
/** A visible loan is also refetched at this interval, because no event reports a change of the sandbox clock. */
const pollIntervalMs = 20_000;
/** Allows for a server clock that is slightly behind. */
const clockToleranceMs = 1_500;

/** The next such time as epoch milliseconds; undefined for a closed loan. */
export function getNextRefetchTime(loan: Loan, nowMs: number): number | undefined {
  if (isClosed(loan)) return undefined;
  const times = [
    loan.dueAt,
    loan.graceEndsAt,
    loan.waitingFor.until,
    loan.disputeDates?.evidenceUntil,
    loan.disputeDates?.decisionDue,
    ...loan.deadlines.map(({ at }) => at),
  ].flatMap((at) => (at ? Date.parse(at) : []));
  // The payoff grows at each UTC midnight.
  const midnight = (Math.floor(nowMs / dayMs) + 1) * dayMs;
  return Math.min(...[midnight, ...times].filter((at) => at > nowMs));
}

export function useTimedRefetch(loan: Loan | undefined, refetch: () => void): void {
  const [refetchCount, setRefetchCount] = useState(0);
  const isWatched = loan !== undefined && !isClosed(loan);
  const at = loan && getNextRefetchTime(loan, businessNow().getTime());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer restarts after each refetch
  useEffect(() => {
    if (!isWatched || at === undefined) return;
    const read = () => {
      if (document.visibilityState === 'visible') refetch();
      setRefetchCount((count) => count + 1);
    };
    const delayMs = Math.min(pollIntervalMs, at - businessNow().getTime() + clockToleranceMs);
    const timer = setTimeout(read, Math.max(0, delayMs));
    return () => clearTimeout(timer);
  }, [isWatched, at, refetch, refetchCount]);
}

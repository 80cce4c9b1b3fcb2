/** Reads a loan again at the moments at which time alone changes it, for nobody tells of those. */

import { useEffect, useState } from 'react';
import { businessNow } from '../../graph/business-time.ts';
import type { Loan } from './loan-parties.ts';
import { isOver } from './loan-parties.ts';

const dayMs = 86_400_000;
/** As long as somebody looks it is read again this often: nobody tells either when the sandbox moves its clock. */
const lookAgainMs = 20_000;
/** The server's clock may be a little behind. */
const afterMs = 1_500;

/** The next one of them in milliseconds since 1970; undefined: nothing changes it any more. */
export function nextMoment(loan: Loan, nowMs: number): number | undefined {
  if (isOver(loan)) return undefined;
  const moments = [
    loan.dueAt,
    loan.graceEndsAt,
    loan.waitingFor.until,
    loan.disputeDates?.evidenceUntil,
    loan.disputeDates?.decisionDue,
    ...loan.deadlines.map(({ at }) => at),
    ...loan.blockedActions.map(({ availableAt }) => availableAt),
  ].flatMap((at) => (at ? Date.parse(at) : []));
  // What is owed grows each day in UTC.
  const midnight = (Math.floor(nowMs / dayMs) + 1) * dayMs;
  return Math.min(...[midnight, ...moments].filter((at) => at > nowMs));
}

export function useReread(loan: Loan | undefined, reread: () => void): void {
  const [readings, setReadings] = useState(0);
  const isWatched = loan !== undefined && !isOver(loan);
  const at = loan && nextMoment(loan, businessNow().getTime());
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each reading the wait begins anew
  useEffect(() => {
    if (!isWatched || at === undefined) return;
    const read = () => {
      if (document.visibilityState === 'visible') reread();
      setReadings((count) => count + 1);
    };
    const wait = Math.min(lookAgainMs, at - businessNow().getTime() + afterMs);
    const timer = setTimeout(read, Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [isWatched, at, reread, readings]);
}

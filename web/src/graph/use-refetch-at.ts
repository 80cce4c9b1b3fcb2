/** Refetches when a moment of business time passes. Changes caused by time alone send no live update. */

import { useEffect, useReducer, useRef } from 'react';
import { businessNow, useNow } from './business-time.ts';

/** Refetch slightly late, so that the server has passed the moment too. */
const refetchDelayMs = 1_000;
/** Longer timers are not needed: `useNow` re-renders long before. */
const maxTimerMs = 86_400_000;

/** Calls `read` when one of the moments passes, also when the sandbox clock jumps over it. */
export function useRefetchAt(moments: readonly (string | null)[], read: () => void): void {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  // Re-renders periodically and when the sandbox clock moves.
  useNow();
  const now = businessNow().getTime() - refetchDelayMs;
  const times = moments.flatMap((moment) => (moment === null ? [] : [Date.parse(moment)]));
  const passed = times.filter((at) => at <= now).length;
  const next = Math.min(...times.filter((at) => at > now), Number.POSITIVE_INFINITY);
  const soon = next - now < maxTimerMs;
  useEffect(() => {
    if (!soon) return;
    const timer = setTimeout(rerender, next - businessNow().getTime() + refetchDelayMs);
    return () => clearTimeout(timer);
  }, [next, soon]);
  const previous = useRef(passed);
  useEffect(() => {
    if (passed > previous.current) read();
    previous.current = passed;
  }, [passed, read]);
}

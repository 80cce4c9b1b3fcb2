/** Reads again when a moment of business time passes: what time alone changes sends no signal. */

import { useEffect, useReducer, useRef } from 'react';
import { businessNow, useNow } from './business-time.ts';

/** A moment passes on the server when it does here; what is read a little later sees it. */
const refetchDelayMs = 1_000;
/** Timers count no further; the next look is long before. */
const maxTimerMs = 86_400_000;

/** `read` is called each time that one of these has passed, also when the clock was moved over it. */
export function useRefetchAt(moments: readonly (string | null)[], read: () => void): void {
  const [, look] = useReducer((count: number) => count + 1, 0);
  // Looks by itself from time to time, and when the clock was moved.
  useNow();
  const now = businessNow().getTime() - refetchDelayMs;
  const times = moments.flatMap((moment) => (moment === null ? [] : [Date.parse(moment)]));
  const passed = times.filter((at) => at <= now).length;
  const next = Math.min(...times.filter((at) => at > now), Number.POSITIVE_INFINITY);
  const soon = next - now < maxTimerMs;
  useEffect(() => {
    if (!soon) return;
    const timer = setTimeout(look, next - businessNow().getTime() + refetchDelayMs);
    return () => clearTimeout(timer);
  }, [next, soon]);
  const seen = useRef(passed);
  useEffect(() => {
    if (passed > seen.current) read();
    seen.current = passed;
  }, [passed, read]);
}

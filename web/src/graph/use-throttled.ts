/** Limits how often something runs: at once, then at most once an interval, with the last call never lost. */

import { useCallback, useEffect, useRef } from 'react';

export function useThrottled(run: () => void, intervalMs: number): () => void {
  const latest = useRef(run);
  latest.current = run;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDue = useRef(false);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      isDue.current = false;
    },
    [],
  );
  return useCallback(() => {
    if (timer.current !== undefined) {
      isDue.current = true;
      return;
    }
    const start = () => {
      isDue.current = false;
      latest.current();
      timer.current = setTimeout(() => {
        timer.current = undefined;
        if (isDue.current) start();
      }, intervalMs);
    };
    start();
  }, [intervalMs]);
}

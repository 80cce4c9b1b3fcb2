/** Where a chat's log stands: at its end while one reads there, and still while older lines come in above. */

import type { RefObject } from 'react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Whoever is this near the end reads along. */
const nearPx = 80;
/** Older lines are asked for before the first one is reached. */
const farUpPx = 160;

export interface LogEnds {
  /** Of the first and the last line; undefined while there are none. */
  firstKey: string | undefined;
  lastKey: string | undefined;
  /** How many lines one has written oneself since the page was opened. */
  written: number;
}

export interface LogScroll {
  ref: RefObject<HTMLDivElement | null>;
  onScroll(): void;
  /** Something new stands below what one reads. */
  unseen: boolean;
  toEnd(): void;
}

export function useLogScroll(ends: LogEnds, onFarUp: () => void): LogScroll {
  const ref = useRef<HTMLDivElement>(null);
  const near = useRef(true);
  const before = useRef<LogEnds>(undefined);
  const height = useRef(0);
  const [unseen, setUnseen] = useState(false);
  const toEnd = useCallback(() => {
    const log = ref.current;
    if (!log) return;
    log.scrollTop = log.scrollHeight;
    near.current = true;
    setUnseen(false);
  }, []);
  const { firstKey, lastKey, written } = ends;
  useLayoutEffect(() => {
    const log = ref.current;
    if (!log) return;
    const was = before.current;
    before.current = { firstKey, lastKey, written };
    if (near.current || was?.lastKey === undefined || was.written !== written) {
      near.current = true;
      // With the frame that draws it: asked sooner, the browser lays the whole page out twice.
      const frame = requestAnimationFrame(toEnd);
      return () => cancelAnimationFrame(frame);
    }
    if (was.firstKey !== firstKey) log.scrollTop += log.scrollHeight - height.current;
    if (was.lastKey !== lastKey) setUnseen(true);
  }, [firstKey, lastKey, written, toEnd]);
  // A phone that is turned, a keyboard that opens: who stood at the end stays there.
  useLayoutEffect(() => {
    const log = ref.current;
    if (!log) return;
    const resized = new ResizeObserver(() => near.current && toEnd());
    resized.observe(log);
    return () => resized.disconnect();
  }, [toEnd]);
  const onScroll = () => {
    const log = ref.current;
    if (!log) return;
    height.current = log.scrollHeight;
    near.current = height.current - log.scrollTop - log.clientHeight <= nearPx;
    if (near.current) setUnseen(false);
    if (log.scrollTop < farUpPx) onFarUp();
  };
  return { ref, onScroll, unseen, toEnd };
}

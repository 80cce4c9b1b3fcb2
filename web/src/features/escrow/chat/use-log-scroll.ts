/** The scroll position of a chat log: it follows new messages at the end, and stays put while older ones load above. */

import type { RefObject } from 'react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Within this distance of the end the log follows new messages. */
const nearEndPx = 80;
/** Older messages load before the reader reaches the first one. */
const loadOlderPx = 160;

export interface LogContent {
  /** Keys of the first and the last message; undefined while there are none. */
  firstKey: string | undefined;
  lastKey: string | undefined;
  /** Number of messages that the reader has written since the page opened. */
  writtenCount: number;
}

export interface LogScroll {
  ref: RefObject<HTMLDivElement | null>;
  onScroll(): void;
  /** A new message is below the visible part. */
  unseen: boolean;
  toEnd(): void;
}

export function useLogScroll(content: LogContent, onNearTop: () => void): LogScroll {
  const ref = useRef<HTMLDivElement>(null);
  const near = useRef(true);
  const before = useRef<LogContent>(undefined);
  const height = useRef(0);
  const [unseen, setUnseen] = useState(false);
  const toEnd = useCallback(() => {
    const log = ref.current;
    if (!log) return;
    log.scrollTop = log.scrollHeight;
    near.current = true;
    setUnseen(false);
  }, []);
  const { firstKey, lastKey, writtenCount } = content;
  useLayoutEffect(() => {
    const log = ref.current;
    if (!log) return;
    const was = before.current;
    before.current = { firstKey, lastKey, writtenCount };
    if (near.current || was?.lastKey === undefined || was.writtenCount !== writtenCount) {
      near.current = true;
      // In the frame that draws it: earlier, the browser would lay the whole page out twice.
      const frame = requestAnimationFrame(toEnd);
      return () => cancelAnimationFrame(frame);
    }
    if (was.firstKey !== firstKey) log.scrollTop += log.scrollHeight - height.current;
    if (was.lastKey !== lastKey) setUnseen(true);
  }, [firstKey, lastKey, writtenCount, toEnd]);
  // A rotated phone or an opened keyboard resizes the log; a reader at the end stays at the end.
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
    near.current = height.current - log.scrollTop - log.clientHeight <= nearEndPx;
    if (near.current) setUnseen(false);
    if (log.scrollTop < loadOlderPx) onNearTop();
  };
  return { ref, onScroll, unseen, toEnd };
}

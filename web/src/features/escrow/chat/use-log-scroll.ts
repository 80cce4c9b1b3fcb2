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
  hasUnseen: boolean;
  scrollToEnd(): void;
}

export function useLogScroll(content: LogContent, onNearTop: () => void): LogScroll {
  const ref = useRef<HTMLDivElement>(null);
  const isNearEnd = useRef(true);
  const previousContent = useRef<LogContent>(undefined);
  const height = useRef(0);
  const [hasUnseen, setHasUnseen] = useState(false);
  const scrollToEnd = useCallback(() => {
    const log = ref.current;
    if (!log) return;
    log.scrollTop = log.scrollHeight;
    isNearEnd.current = true;
    setHasUnseen(false);
  }, []);
  const { firstKey, lastKey, writtenCount } = content;
  useLayoutEffect(() => {
    const log = ref.current;
    if (!log) return;
    const previous = previousContent.current;
    previousContent.current = { firstKey, lastKey, writtenCount };
    if (
      isNearEnd.current ||
      previous?.lastKey === undefined ||
      previous.writtenCount !== writtenCount
    ) {
      isNearEnd.current = true;
      // In the frame that draws it: earlier, the browser would lay the whole page out twice.
      const frame = requestAnimationFrame(scrollToEnd);
      return () => cancelAnimationFrame(frame);
    }
    if (previous.firstKey !== firstKey) log.scrollTop += log.scrollHeight - height.current;
    if (previous.lastKey !== lastKey) setHasUnseen(true);
  }, [firstKey, lastKey, writtenCount, scrollToEnd]);
  // A rotated phone or an opened keyboard resizes the log; a reader at the end stays at the end.
  useLayoutEffect(() => {
    const log = ref.current;
    if (!log) return;
    const observer = new ResizeObserver(() => isNearEnd.current && scrollToEnd());
    observer.observe(log);
    return () => observer.disconnect();
  }, [scrollToEnd]);
  const onScroll = () => {
    const log = ref.current;
    if (!log) return;
    height.current = log.scrollHeight;
    isNearEnd.current = height.current - log.scrollTop - log.clientHeight <= nearEndPx;
    if (isNearEnd.current) setHasUnseen(false);
    if (log.scrollTop < loadOlderPx) onNearTop();
  };
  return { ref, onScroll, hasUnseen, scrollToEnd };
}

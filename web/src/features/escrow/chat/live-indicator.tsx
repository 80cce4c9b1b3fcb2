/** Whether what is shown moves by itself: green while it does, amber while the connection is being made again. */

import clsx from 'clsx';
import type { LiveState } from '../../../graph/socket.ts';
import { useLiveState } from '../../../graph/socket.ts';

const words: Record<LiveState, string> = {
  idle: 'Connecting',
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
};

export function LiveDot() {
  const state = useLiveState();
  return (
    <span role="status" className="inline-flex shrink-0 items-center gap-1.5 text-2xs text-ink-2">
      <span
        aria-hidden="true"
        className={clsx(
          'size-2 rounded-full forced-color-adjust-none',
          state === 'live' ? 'bg-green' : 'bg-amber',
        )}
      />
      {words[state]}
    </span>
  );
}

/** Shows whether the page updates live: green while connected, amber while connecting. */

import clsx from 'clsx';
import type { ConnectionState } from '../../../graph/socket.ts';
import { useConnectionState } from '../../../graph/socket.ts';

const labels: Record<ConnectionState, string> = {
  idle: 'Connecting',
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
};

export function LiveIndicator() {
  const state = useConnectionState();
  return (
    <span role="status" className="inline-flex shrink-0 items-center gap-1.5 text-2xs text-ink-2">
      <span
        aria-hidden="true"
        className={clsx(
          'size-2 rounded-full forced-color-adjust-none',
          state === 'live' ? 'bg-green' : 'bg-amber',
        )}
      />
      {labels[state]}
    </span>
  );
}

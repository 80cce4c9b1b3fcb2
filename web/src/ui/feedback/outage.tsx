/** Says that the server cannot be reached, for as long as that lasts. Nothing else of the page says it. */

import { CircleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { isReachable, subscribeToReachability } from './reachability.ts';

/** Within a live region. */
export function Outage({ className }: { className: string }) {
  if (useSyncExternalStore(subscribeToReachability, isReachable)) return null;
  return (
    <p
      className={`flex items-center justify-center gap-3 bg-red-bg px-4 py-2.5 font-medium text-red ${className}`}
    >
      <CircleAlert size={18} aria-hidden="true" className="shrink-0" />
      Nameloan can’t be reached. Retrying automatically.
    </p>
  );
}

/** Holds what a component has read of a growing list, and brings in what comes at its two ends. */

import { useEffect, useReducer } from 'react';
import type { Entry, Older, Reading, Stretch } from './cursor-pages.ts';
import { withLive, withNewest, withOlder } from './cursor-pages.ts';

type Came<One> = { newest: readonly One[] } | Older<One> | { live: One };

type WholeReading<One> = Reading<One> & { olderLength: number };

export interface GrowingList<One extends Entry> {
  /** Undefined until the newest page is there. */
  stretch: Stretch<One> | undefined;
  addOlder(page: Older<One>): void;
  addLive(entry: One): void;
}

/** `newest`: the newest page as it was last read; each new one is brought in. `reading` does not change. */
export function useStretch<One extends Entry>(
  newest: readonly One[] | null | undefined,
  reading: WholeReading<One>,
): GrowingList<One> {
  const [stretch, come] = useReducer(
    (known: Stretch<One> | undefined, came: Came<One>): Stretch<One> | undefined => {
      if ('newest' in came) return withNewest(known, came.newest, reading);
      if (!known) return known;
      return 'older' in came
        ? withOlder(known, came, reading)
        : withLive(known, came.live, reading);
    },
    undefined,
  );
  useEffect(() => {
    if (newest) come({ newest });
  }, [newest]);
  return {
    stretch,
    addOlder: come,
    addLive: (live) => come({ live }),
  };
}

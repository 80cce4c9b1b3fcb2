/** The cursor pages of an append-only list as component state, extended at both ends. */

import { useEffect, useReducer } from 'react';
import type { CursorPages, Entry, OlderPage, PageOptions } from './cursor-pages.ts';
import { mergeLiveEntry, mergeNewestPage, mergeOlderPage } from './cursor-pages.ts';

type ListUpdate<One> = { newest: readonly One[] } | OlderPage<One> | { live: One };

type CursorPageOptions<One> = PageOptions<One> & { olderPageSize: number };

export interface CursorPageList<One extends Entry> {
  /** Undefined until the newest page is there. */
  pages: CursorPages<One> | undefined;
  addOlder(page: OlderPage<One>): void;
  addLive(entry: One): void;
}

/** Merges each new `newest` page into the list. `pageOptions` must not change. */
export function useCursorPages<One extends Entry>(
  newest: readonly One[] | null | undefined,
  pageOptions: CursorPageOptions<One>,
): CursorPageList<One> {
  const [pages, update] = useReducer(
    (
      known: CursorPages<One> | undefined,
      change: ListUpdate<One>,
    ): CursorPages<One> | undefined => {
      if ('newest' in change) return mergeNewestPage(known, change.newest, pageOptions);
      if (!known) return known;
      return 'older' in change
        ? mergeOlderPage(known, change, pageOptions)
        : mergeLiveEntry(known, change.live, pageOptions);
    },
    undefined,
  );
  useEffect(() => {
    if (newest) update({ newest });
  }, [newest]);
  return {
    pages,
    addOlder: update,
    addLive: (live) => update({ live }),
  };
}

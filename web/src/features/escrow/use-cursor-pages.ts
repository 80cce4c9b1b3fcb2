/** The cursor pages of an append-only list as component state, extended at both ends. */

import { useEffect, useReducer } from 'react';
import type { CursorPages, Entry, OlderPage, PageOptions } from './cursor-pages.ts';
import { mergeLiveEntry, mergeNewestPage, mergeOlderPage } from './cursor-pages.ts';

type ListUpdate<Item> = { newest: readonly Item[] } | OlderPage<Item> | { live: Item };

type CursorPageOptions<Item> = PageOptions<Item> & { olderPageSize: number };

export interface CursorPageList<Item extends Entry> {
  /** Undefined until the newest page is there. */
  pages: CursorPages<Item> | undefined;
  addOlder(page: OlderPage<Item>): void;
  addLive(entry: Item): void;
}

/** Merges each new `newest` page into the list. `pageOptions` must not change. */
export function useCursorPages<Item extends Entry>(
  newest: readonly Item[] | null | undefined,
  pageOptions: CursorPageOptions<Item>,
): CursorPageList<Item> {
  const [pages, update] = useReducer(
    (
      known: CursorPages<Item> | undefined,
      change: ListUpdate<Item>,
    ): CursorPages<Item> | undefined => {
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

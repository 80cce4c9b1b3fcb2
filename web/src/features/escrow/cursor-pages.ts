/** Merges cursor pages of an append-only list, such as a chat, into one run without gaps that ends at the newest entry. */

export interface Entry {
  id: string;
}

export interface CursorPages<Item extends Entry> {
  /** Oldest first. */
  entries: readonly Item[];
  /** Whether the entries start at the first one of the list. */
  complete: boolean;
}

export interface PageOptions<Item> {
  getTimestamp: (entry: Item) => string;
  pageSize: number;
}

export interface OlderPage<Item> {
  /** Id of the entry that the page precedes. */
  before: string;
  older: readonly Item[];
}

/** Sorts by time and removes duplicates. Entries of the same moment keep their order. */
function sortUnique<Item extends Entry>(
  entries: readonly Item[],
  { getTimestamp }: PageOptions<Item>,
): Item[] {
  const unique = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  return unique.sort(
    (one, other) => Date.parse(getTimestamp(one)) - Date.parse(getTimestamp(other)),
  );
}

/**
 * Adds the newest page after a refetch. If it does not overlap the known entries, more than a page was missed: the known
 * entries are dropped, because the reader would not notice a gap.
 */
export function mergeNewestPage<Item extends Entry>(
  known: CursorPages<Item> | undefined,
  newest: readonly Item[],
  pageOptions: PageOptions<Item>,
): CursorPages<Item> {
  const complete = newest.length < pageOptions.pageSize;
  if (!known) return { entries: newest, complete };
  const ids = new Set(known.entries.map(({ id }) => id));
  const overlaps = known.entries.length === 0 ? complete : newest.some(({ id }) => ids.has(id));
  return overlaps
    ? {
        entries: sortUnique([...known.entries, ...newest], pageOptions),
        complete: known.complete || complete,
      }
    : { entries: newest, complete };
}

/** Adds a page of older entries. It is ignored unless it precedes the oldest known entry, because it would leave a gap. */
export function mergeOlderPage<Item extends Entry>(
  known: CursorPages<Item>,
  { before, older }: OlderPage<Item>,
  pageOptions: PageOptions<Item> & { olderPageSize: number },
): CursorPages<Item> {
  if (known.entries[0]?.id !== before) return known;
  return {
    entries: sortUnique([...older, ...known.entries], pageOptions),
    complete: known.complete || older.length < pageOptions.olderPageSize,
  };
}

/** Adds an entry that arrived live. An entry older than all known ones is ignored; it loads with its page. */
export function mergeLiveEntry<Item extends Entry>(
  known: CursorPages<Item>,
  entry: Item,
  pageOptions: PageOptions<Item>,
): CursorPages<Item> {
  const [oldest] = known.entries;
  if (known.entries.some(({ id }) => id === entry.id)) return known;
  if (
    !known.complete &&
    oldest &&
    pageOptions.getTimestamp(entry) < pageOptions.getTimestamp(oldest)
  )
    return known;
  return { ...known, entries: sortUnique([...known.entries, entry], pageOptions) };
}

/** Merges cursor pages of an append-only list, such as a chat, into one run without gaps that ends at the newest entry. */

export interface Entry {
  id: string;
}

export interface CursorPages<One extends Entry> {
  /** Oldest first. */
  entries: readonly One[];
  /** Whether the entries start at the first one of the list. */
  complete: boolean;
}

export interface PageOptions<One> {
  getTimestamp: (entry: One) => string;
  pageSize: number;
}

export interface OlderPage<One> {
  /** Id of the entry that the page precedes. */
  before: string;
  older: readonly One[];
}

/** Sorts by time and removes duplicates. Entries of the same moment keep their order. */
function sortUnique<One extends Entry>(
  entries: readonly One[],
  { getTimestamp }: PageOptions<One>,
): One[] {
  const unique = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  return unique.sort(
    (one, other) => Date.parse(getTimestamp(one)) - Date.parse(getTimestamp(other)),
  );
}

/**
 * Adds the newest page after a refetch. If it does not overlap the known entries, more than a page was missed: the known
 * entries are dropped, because the reader would not notice a gap.
 */
export function mergeNewestPage<One extends Entry>(
  known: CursorPages<One> | undefined,
  newest: readonly One[],
  pageOptions: PageOptions<One>,
): CursorPages<One> {
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
export function mergeOlderPage<One extends Entry>(
  known: CursorPages<One>,
  { before, older }: OlderPage<One>,
  pageOptions: PageOptions<One> & { olderPageSize: number },
): CursorPages<One> {
  if (known.entries[0]?.id !== before) return known;
  return {
    entries: sortUnique([...older, ...known.entries], pageOptions),
    complete: known.complete || older.length < pageOptions.olderPageSize,
  };
}

/** Adds an entry that arrived live. An entry older than all known ones is ignored; it loads with its page. */
export function mergeLiveEntry<One extends Entry>(
  known: CursorPages<One>,
  entry: One,
  pageOptions: PageOptions<One>,
): CursorPages<One> {
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

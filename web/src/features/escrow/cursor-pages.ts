/** What has been read of a list that only grows at its end, such as a chat: one stretch up to the newest, without a gap. */

export interface Entry {
  id: string;
}

export interface Stretch<One extends Entry> {
  /** Oldest first. */
  entries: readonly One[];
  /** The first entry of the whole list is among them. */
  whole: boolean;
}

/** How to read a list: when an entry was made, and how many of them the server gives at once. */
export interface Reading<One> {
  atOf: (entry: One) => string;
  pageLength: number;
}

export interface Older<One> {
  /** Id of the entry that it was asked for. */
  before: string;
  older: readonly One[];
}

/** Each once, in the order in which they were made; of one moment in the order given. */
function inOrder<One extends Entry>(entries: readonly One[], { atOf }: Reading<One>): One[] {
  const once = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  return once.sort((one, other) => Date.parse(atOf(one)) - Date.parse(atOf(other)));
}

/**
 * The newest page, read anew. Where it does not touch what is known, more came meanwhile than a page holds: what is
 * known is let go, for nobody should read over a gap.
 */
export function withNewest<One extends Entry>(
  known: Stretch<One> | undefined,
  newest: readonly One[],
  reading: Reading<One>,
): Stretch<One> {
  const whole = newest.length < reading.pageLength;
  if (!known) return { entries: newest, whole };
  const ids = new Set(known.entries.map(({ id }) => id));
  const touches = known.entries.length === 0 ? whole : newest.some(({ id }) => ids.has(id));
  return touches
    ? { entries: inOrder([...known.entries, ...newest], reading), whole: known.whole || whole }
    : { entries: newest, whole };
}

/** A page of what comes before an entry. Dropped where that is not the oldest known any more: there would be a gap. */
export function withOlder<One extends Entry>(
  known: Stretch<One>,
  { before, older }: Older<One>,
  reading: Reading<One> & { olderLength: number },
): Stretch<One> {
  if (known.entries[0]?.id !== before) return known;
  return {
    entries: inOrder([...older, ...known.entries], reading),
    whole: known.whole || older.length < reading.olderLength,
  };
}

/** One that was told live. One from before all that is known is read when somebody goes back that far. */
export function withLive<One extends Entry>(
  known: Stretch<One>,
  entry: One,
  reading: Reading<One>,
): Stretch<One> {
  const [oldest] = known.entries;
  if (known.entries.some(({ id }) => id === entry.id)) return known;
  if (!known.whole && oldest && reading.atOf(entry) < reading.atOf(oldest)) return known;
  return { ...known, entries: inOrder([...known.entries, entry], reading) };
}

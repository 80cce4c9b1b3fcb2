/**
 * Reads by id, or by one other key, that are asked for at about the same time, by whomever: one read for all of them.
 * Those of one turn of the event loop always go together; while a read is underway, all who come meanwhile gather for
 * the next.
 */

/** What there is, by the id that it was asked for. */
type RecordsById<V> = ReadonlyMap<string, V>;

interface Batch<V> {
  ids: Set<string>;
  begin: () => void;
  found: Promise<RecordsById<V>>;
}

interface Lane<V> {
  gathering?: Batch<V> | undefined;
  underway: number;
}

/** More go in several reads, so that no plan has to hold endless points. */
const maxIds = 500;
/** A read that hangs holds nobody up for longer. */
const patienceMs = 10;

/**
 * `K` says what is wanted of the records: only those who want the same thing, by identity, share a read. A read
 * begins after everyone whom it answers has asked, so it is as fresh to each as one of their own.
 */
export class BatchLoader<V, K> {
  readonly #fetch: (ids: readonly string[], wanted: K) => Promise<RecordsById<V>>;
  readonly #lanes = new Map<K, Lane<V>>();

  constructor(fetch: (ids: readonly string[], wanted: K) => Promise<RecordsById<V>>) {
    this.#fetch = fetch;
  }

  /** Those that are there among these ids, and no others. */
  async read(ids: readonly string[], wanted: K): Promise<Map<string, V>> {
    const pages = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, at) =>
      ids.slice(at * maxIds, (at + 1) * maxIds),
    );
    const reads = pages.map((page) => this.#join(page, wanted));
    const mine = new Map<string, V>();
    for (const [at, found] of (await Promise.all(reads)).entries())
      for (const id of pages[at] ?? []) {
        const one = found.get(id);
        if (one) mine.set(id, one);
      }
    return mine;
  }

  /** The one with this id, if it is there. */
  async one(id: string, wanted: K): Promise<V | undefined> {
    return (await this.#join([id], wanted)).get(id);
  }

  #join(ids: readonly string[], wanted: K): Promise<RecordsById<V>> {
    let lane = this.#lanes.get(wanted);
    if (!lane) {
      lane = { underway: 0 };
      this.#lanes.set(wanted, lane);
    }
    const { gathering } = lane;
    const fits = gathering && gathering.ids.size + ids.length <= maxIds;
    if (gathering && !fits) gathering.begin();
    const mine = fits ? gathering : this.#gather(lane, wanted);
    for (const id of ids) mine.ids.add(id);
    return mine.found;
  }

  #gather(lane: Lane<V>, wanted: K): Batch<V> {
    const ids = new Set<string>();
    const { promise, resolve } = Promise.withResolvers<void>();
    let late: NodeJS.Timeout | undefined;
    const begin = () => {
      clearTimeout(late);
      if (lane.gathering === gathering) lane.gathering = undefined;
      resolve();
    };
    const found = promise.then(() => this.#read(ids, { lane, wanted }));
    const gathering: Batch<V> = { ids, begin, found };
    lane.gathering = gathering;
    if (lane.underway > 0) late = setTimeout(begin, patienceMs);
    else setImmediate(begin);
    return gathering;
  }

  async #read(
    ids: ReadonlySet<string>,
    { lane, wanted }: { lane: Lane<V>; wanted: K },
  ): Promise<RecordsById<V>> {
    lane.underway++;
    try {
      return await this.#fetch([...ids], wanted);
    } finally {
      lane.underway--;
      // What gathered meanwhile begins with the next turn, so that whoever reads on from this one still joins it.
      if (lane.gathering) setImmediate(lane.gathering.begin);
      else if (lane.underway === 0 && this.#lanes.get(wanted) === lane) this.#lanes.delete(wanted);
    }
  }
}

/**
 * Batches concurrent reads by id, or by another key, across requests. Reads of one turn of the event loop always share
 * a batch; while a batch is being read, new ones wait for the next.
 */

/** The existing records by requested id. */
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

/** More ids are split into several reads, which bounds the query plan. */
const maxIds = 500;
/** How long a batch waits for the previous one. */
const patienceMs = 10;

/**
 * `K` identifies the projection: only reads of the same one, by identity, share a batch. A batch starts after all of
 * its callers have called, so its result is as fresh as a separate read.
 */
export class BatchLoader<V, K> {
  readonly #fetch: (ids: readonly string[], wanted: K) => Promise<RecordsById<V>>;
  readonly #lanes = new Map<K, Lane<V>>();

  constructor(fetch: (ids: readonly string[], wanted: K) => Promise<RecordsById<V>>) {
    this.#fetch = fetch;
  }

  /** The existing records among these ids. */
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

  /** The record with this id, if it exists. */
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
      // Starts in the next turn, so that callers that continue with this result still join the batch.
      if (lane.gathering) setImmediate(lane.gathering.begin);
      else if (lane.underway === 0 && this.#lanes.get(wanted) === lane) this.#lanes.delete(wanted);
    }
  }
}

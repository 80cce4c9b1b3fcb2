/**
 * Reads by id that are asked for at about the same time, by whomever: one read for all of them. Those of one turn of
 * the event loop always go together; while a read is underway, all who come meanwhile gather for the next.
 */

interface Gathering<T> {
  ids: Set<string>;
  begin: () => void;
  found: Promise<ReadonlyMap<string, T>>;
}

interface Lane<T> {
  gathering?: Gathering<T> | undefined;
  underway: number;
}

/** More go in several reads, so that no plan has to hold endless points. */
const mostIds = 500;
/** A read that hangs holds nobody up for longer. */
const patienceMs = 10;

/**
 * `K` says what is wanted of the records: only those who want the same thing, by identity, share a read. A read
 * begins after everyone whom it answers has asked, so it is as fresh to each as one of their own.
 */
export class GatheredIds<T extends { id: string }, K> {
  readonly #fetch: (ids: readonly string[], wanted: K) => Promise<T[]>;
  readonly #lanes = new Map<K, Lane<T>>();

  constructor(fetch: (ids: readonly string[], wanted: K) => Promise<T[]>) {
    this.#fetch = fetch;
  }

  /** Those that are there among these ids, and no others. */
  async read(ids: readonly string[], wanted: K): Promise<Map<string, T>> {
    const pages = Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, at) =>
      ids.slice(at * mostIds, (at + 1) * mostIds),
    );
    const reads = pages.map((page) => this.#join(page, wanted));
    const mine = new Map<string, T>();
    for (const [at, found] of (await Promise.all(reads)).entries())
      for (const id of pages[at] ?? []) {
        const one = found.get(id);
        if (one) mine.set(id, one);
      }
    return mine;
  }

  /** The one with this id, if it is there. */
  async one(id: string, wanted: K): Promise<T | undefined> {
    return (await this.#join([id], wanted)).get(id);
  }

  #join(ids: readonly string[], wanted: K): Promise<ReadonlyMap<string, T>> {
    let lane = this.#lanes.get(wanted);
    if (!lane) {
      lane = { underway: 0 };
      this.#lanes.set(wanted, lane);
    }
    const { gathering } = lane;
    const fits = gathering && gathering.ids.size + ids.length <= mostIds;
    if (gathering && !fits) gathering.begin();
    const mine = fits ? gathering : this.#gather(lane, wanted);
    for (const id of ids) mine.ids.add(id);
    return mine.found;
  }

  #gather(lane: Lane<T>, wanted: K): Gathering<T> {
    const ids = new Set<string>();
    const { promise, resolve } = Promise.withResolvers<void>();
    let late: NodeJS.Timeout | undefined;
    const begin = () => {
      clearTimeout(late);
      if (lane.gathering === gathering) lane.gathering = undefined;
      resolve();
    };
    const found = promise.then(() => this.#read(ids, { lane, wanted }));
    const gathering: Gathering<T> = { ids, begin, found };
    lane.gathering = gathering;
    if (lane.underway > 0) late = setTimeout(begin, patienceMs);
    else setImmediate(begin);
    return gathering;
  }

  async #read(
    ids: ReadonlySet<string>,
    { lane, wanted }: { lane: Lane<T>; wanted: K },
  ): Promise<ReadonlyMap<string, T>> {
    lane.underway++;
    try {
      const records = await this.#fetch([...ids], wanted);
      return new Map(records.map((one) => [one.id, one]));
    } finally {
      lane.underway--;
      // What gathered meanwhile begins with the next turn, so that whoever reads on from this one still joins it.
      if (lane.gathering) setImmediate(lane.gathering.begin);
      else if (lane.underway === 0 && this.#lanes.get(wanted) === lane) this.#lanes.delete(wanted);
    }
  }
}

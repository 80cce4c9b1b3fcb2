/** Reads by id that are asked for in one turn of the event loop, by whomever: one read for all of them. */

interface Turn<T> {
  ids: Set<string>;
  found: Promise<ReadonlyMap<string, T>>;
}

/** More of one turn go in several reads, so that no plan has to hold endless points. */
const mostIds = 500;

/**
 * `K` says what is wanted of the records: only those who want the same thing, by identity, share a read. A read
 * begins after everyone whom it answers has asked, so it is as fresh to each as one of their own.
 */
export class TurnOfIds<T extends { id: string }, K> {
  readonly #fetch: (ids: readonly string[], wanted: K) => Promise<T[]>;
  readonly #turns = new Map<K, Turn<T>>();

  constructor(fetch: (ids: readonly string[], wanted: K) => Promise<T[]>) {
    this.#fetch = fetch;
  }

  /** Those that are there among these ids, and no others. */
  async read(ids: readonly string[], wanted: K): Promise<Map<string, T>> {
    const pages = Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, at) =>
      ids.slice(at * mostIds, (at + 1) * mostIds),
    );
    const turns = pages.map((page) => this.#join(page, wanted));
    const mine = new Map<string, T>();
    for (const [at, found] of (await Promise.all(turns)).entries())
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
    let turn = this.#turns.get(wanted);
    if (!turn || turn.ids.size + ids.length > mostIds) turn = this.#begin(wanted);
    for (const id of ids) turn.ids.add(id);
    return turn.found;
  }

  #begin(wanted: K): Turn<T> {
    const ids = new Set<string>();
    const end = new Promise<void>((over) => {
      setImmediate(over);
    });
    const found = end.then(async () => {
      if (this.#turns.get(wanted) === turn) this.#turns.delete(wanted);
      const records = await this.#fetch([...ids], wanted);
      return new Map(records.map((one) => [one.id, one]));
    });
    const turn: Turn<T> = { ids, found };
    this.#turns.set(wanted, turn);
    return turn;
  }
}

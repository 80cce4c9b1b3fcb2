/** An open transaction: its snapshot, its writes, and the locks that keep rivals away from them. */
import type { Document } from '../bson/values.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Collection } from '../store/collection.ts';

/** What a transaction did to one document: undefined before for a new one, undefined after for a removed one. */
export type Change = { before: Document | undefined; after: Document | undefined };

/** Thrown by a plain write that meets a transaction's lock; the writer waits for `holder` to end. */
export class Blocked {
  readonly holder: Transaction;
  constructor(holder: Transaction) {
    this.holder = holder;
  }
}

/** Documents, unique keys and new collections that open transactions have touched. */
export class LockTable {
  readonly #holders = new Map<string, Transaction>();

  get size(): number {
    return this.#holders.size;
  }

  holder(key: string): Transaction | undefined {
    return this.#holders.get(key);
  }

  take(key: string, transaction: Transaction): void {
    this.#holders.set(key, transaction);
    transaction.locks.push(key);
  }

  release(transaction: Transaction): void {
    for (const key of transaction.locks) this.#holders.delete(key);
    transaction.locks.length = 0;
  }
}

export class Transaction {
  /** The snapshot, and on it this transaction's own writes. */
  readonly branch: Map<string, Collection>;
  readonly writes = new Map<string, Map<number, Change>>();
  readonly created = new Set<string>();
  readonly locks: string[] = [];
  /** Resolves when the transaction has committed or aborted. */
  readonly ended: Promise<void>;
  #end: () => void = () => {};
  readonly #own = new Set<string>();

  constructor(catalog: Catalog) {
    catalog.share();
    this.branch = new Map(catalog.collections);
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** The private copy of a collection. */
  writable(ns: string): Collection | undefined {
    const collection = this.branch.get(ns);
    if (!collection || this.#own.has(ns)) return collection;
    return this.own(collection.branch(-1));
  }

  /** An open cursor goes on reading what is there now: the next write copies again. */
  share(): void {
    this.#own.clear();
  }

  own(collection: Collection): Collection {
    this.#own.add(collection.ns);
    this.branch.set(collection.ns, collection);
    return collection;
  }

  /** Keeps the first "before" and the last "after" of a document. */
  record(ns: string, rid: number, change: Change): void {
    let writes = this.writes.get(ns);
    if (!writes) {
      writes = new Map();
      this.writes.set(ns, writes);
    }
    const earlier = writes.get(rid);
    writes.set(rid, earlier ? { before: earlier.before, after: change.after } : change);
  }

  wrote(ns: string): boolean {
    return this.writes.has(ns) || this.created.has(ns);
  }

  finish(): void {
    this.#end();
  }
}

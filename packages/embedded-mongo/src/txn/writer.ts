/** The two ways to write: plain statements on the committed data, and statements of a transaction on its branch. */
import { plainValue, splitPath } from '../bson/paths.ts';
import { maxStoredDepth, sizeOf } from '../bson/size.ts';
import type { Document } from '../bson/values.ts';
import { newDocument } from '../bson/values.ts';
import { duplicateKey, fault, writeConflict } from '../errors.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Index, IndexChange } from '../store/collection.ts';
import { Collection } from '../store/collection.ts';
import type { JournalRecord } from '../store/journal.ts';
import type { LockTable, Transaction } from './transaction.ts';
import { Blocked } from './transaction.ts';

/** What writers need of the store. */
export type Ground = {
  catalog: Catalog;
  locks: LockTable;
  nextRid(): number;
};

export interface Writer {
  readonly transaction: Transaction | undefined;
  /** The collection as this writer sees it. */
  collection(ns: string): Collection | undefined;
  /** The same, made when it is not there. */
  ensure(ns: string): Collection;
  insert(ns: string, document: Document): void;
  replace(ns: string, rid: number, after: Document): void;
  remove(ns: string, rid: number): void;
}

function duplicateOf(ns: string, index: Index, document: Document): Error {
  const { key, collation } = index.spec;
  const keyValue = newDocument();
  for (const field in key) {
    const path = splitPath(field);
    keyValue[field] = plainValue(document, path) ?? null;
  }
  const at = { ns, index: index.spec.name, keyPattern: key, keyValue };
  return duplicateKey(at, collation ? 'collation key ' : '');
}

function documentLock(ns: string, rid: number): string {
  return `d${ns}\0${rid}`;
}

function keyLock(ns: string, index: Index, key: string): string {
  return `k${ns}\0${index.spec.name}\0${key}`;
}

/** The real server's limit of a stored document. */
const maxDocumentBytes = 16 * 1024 * 1024;

function refuseLarge(document: Document): void {
  const bytes = sizeOf(document, maxStoredDepth);
  if (bytes > maxDocumentBytes)
    throw fault(
      10334,
      `BSONObj size: ${bytes} is invalid. Size must be between 0 and ${maxDocumentBytes}`,
    );
}

function refuseDuplicates(
  collection: Collection,
  rid: number,
  write: [Document, IndexChange[]],
): void {
  const [document, changes] = write;
  for (const { index, added } of changes) {
    if (!index.spec.unique) continue;
    for (const key of added)
      if (index.holder(key, rid) !== undefined) throw duplicateOf(collection.ns, index, document);
  }
}

/** Writes to the committed data at once and remembers how to take it back. */
export class PlainWriter implements Writer {
  readonly transaction = undefined;
  readonly records: JournalRecord[] = [];
  readonly #ground: Ground;
  readonly #undo: (() => void)[] = [];

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  collection(ns: string): Collection | undefined {
    return this.#ground.catalog.get(ns);
  }

  ensure(ns: string): Collection {
    const { catalog } = this.#ground;
    const present = catalog.writable(ns);
    if (present) return present;
    this.#wait(`c${ns}`);
    this.records.push({ o: 'create', n: ns });
    this.#undo.push(() => catalog.collections.delete(ns));
    return catalog.create(ns);
  }

  insert(ns: string, document: Document): void {
    this.#write(ns, this.#ground.nextRid(), document);
  }

  replace(ns: string, rid: number, after: Document): void {
    this.#write(ns, rid, after);
  }

  remove(ns: string, rid: number): void {
    this.#write(ns, rid, undefined);
  }

  #wait(key: string): void {
    const holder = this.#ground.locks.holder(key);
    if (holder) throw new Blocked(holder);
  }

  #write(ns: string, rid: number, after: Document | undefined): void {
    const collection = this.ensure(ns);
    const before = collection.docs.get(rid);
    const changes = collection.changes(before, after);
    if (this.#ground.locks.size > 0) this.#waitForAll(ns, rid, changes);
    if (after) {
      refuseLarge(after);
      refuseDuplicates(collection, rid, [after, changes]);
    }
    collection.apply(rid, after, changes);
    this.#undo.push(() => this.#ground.catalog.writable(ns)?.force(rid, before));
    this.records.push(after ? { o: 'put', n: ns, r: rid, d: after } : { o: 'del', n: ns, r: rid });
  }

  #waitForAll(ns: string, rid: number, changes: IndexChange[]): void {
    this.#wait(documentLock(ns, rid));
    for (const { index, added } of changes) {
      if (index.spec.unique) for (const key of added) this.#wait(keyLock(ns, index, key));
    }
  }

  /** Takes everything back, newest first. */
  undo(): void {
    for (const step of this.#undo.reverse()) step();
    this.#undo.length = 0;
    this.records.length = 0;
  }
}

/** Writes to a transaction's branch; any rival since the snapshot is a WriteConflict (112). */
export class TransactionWriter implements Writer {
  readonly transaction: Transaction;
  readonly #ground: Ground;

  constructor(ground: Ground, transaction: Transaction) {
    this.#ground = ground;
    this.transaction = transaction;
  }

  collection(ns: string): Collection | undefined {
    return this.transaction.branch.get(ns);
  }

  ensure(ns: string): Collection {
    const present = this.transaction.writable(ns);
    const committed = this.#ground.catalog.get(ns);
    if (committed?.version !== (this.transaction.created.has(ns) ? undefined : present?.version))
      throw writeConflict();
    if (present) return present;
    this.#take(`c${ns}`);
    this.transaction.created.add(ns);
    return this.transaction.own(new Collection({ ns, version: -1, epoch: -1 }));
  }

  insert(ns: string, document: Document): void {
    this.#write(ns, this.#ground.nextRid(), document);
  }

  replace(ns: string, rid: number, after: Document): void {
    this.#write(ns, rid, after);
  }

  remove(ns: string, rid: number): void {
    this.#write(ns, rid, undefined);
  }

  /** True when the lock is new to this transaction. */
  #take(key: string): boolean {
    const holder = this.#ground.locks.holder(key);
    if (holder === this.transaction) return false;
    if (holder) throw writeConflict();
    this.#ground.locks.take(key, this.transaction);
    return true;
  }

  #write(ns: string, rid: number, after: Document | undefined): void {
    const collection = this.ensure(ns);
    const before = collection.docs.get(rid);
    const changes = collection.changes(before, after);
    if (this.#take(documentLock(ns, rid)) && before) {
      if (this.#ground.catalog.get(ns)?.docs.get(rid) !== before) throw writeConflict();
    }
    if (after) {
      refuseLarge(after);
      refuseDuplicates(collection, rid, [after, changes]);
    }
    for (const { index, added, removed } of changes) {
      if (!index.spec.unique) continue;
      for (const key of removed) this.#take(keyLock(ns, index, key));
      for (const key of added) this.#claim(ns, index, { key, rid });
    }
    collection.apply(rid, after, changes);
    this.transaction.record(ns, rid, { before, after });
  }

  /** A key that is free in the snapshot may have been taken since. */
  #claim(ns: string, index: Index, at: { key: string; rid: number }): void {
    this.#take(keyLock(ns, index, at.key));
    const committed = this.#ground.catalog.get(ns)?.index(index.spec.name);
    const rival = committed?.holder(at.key, at.rid);
    if (rival !== undefined && !this.transaction.writes.get(ns)?.has(rival)) throw writeConflict();
  }
}

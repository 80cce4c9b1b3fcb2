/** The data of one server: committed collections, open transactions, and the journal that outlives it. */
import type { Document } from '../bson/values.ts';
import { withEffort } from '../effort.ts';
import { fault } from '../errors.ts';
import { Catalog } from '../store/catalog.ts';
import type { Collection } from '../store/collection.ts';
import type { JournalRecord } from '../store/journal.ts';
import { Journal } from '../store/journal.ts';
import { Loader } from '../store/load.ts';
import type { RetryId } from '../store/retry.ts';
import { RetryTable } from '../store/retry.ts';
import { Blocked, LockTable, Transaction } from './transaction.ts';
import type { Writer } from './writer.ts';
import { PlainWriter, TransactionWriter } from './writer.ts';

/** Compaction begins when this many records are superfluous, and more than the live ones. */
const compactMinWaste = 20_000;
const batchRecords = 200;

export type RunOptions = {
  /** Set for retryable writes: the reply is kept with the write. */
  retry?: RetryId | undefined;
  /** Sync to the disk before the reply (`j: true`). */
  durable?: boolean;
  /** When to stop waiting for a transaction's lock; epoch milliseconds. */
  deadline?: number | undefined;
  /** The connection that asked is gone. */
  gone?: () => boolean;
};

export class Store {
  readonly catalog = new Catalog();
  readonly locks = new LockTable();
  readonly retries = new RetryTable();
  readonly open = new Set<Transaction>();
  #journal: Journal | undefined;
  #compaction: Promise<void> | undefined;
  #records = 0;
  #rid = 0;
  #closed = false;

  /** Without a folder everything is in memory only. */
  constructor(dataDir?: string) {
    if (dataDir === undefined) return;
    const loader = new Loader(this.catalog, this.retries);
    this.#journal = new Journal(dataDir, (record) => {
      loader.take(record);
      this.#records++;
    });
    this.#rid = loader.finish();
  }

  nextRid(): number {
    return ++this.#rid;
  }

  /**
   * Runs a plain statement: at once when no lock is in its way, else again and again after the
   * transaction in its way has ended. Nothing is visible or on disk until it has run through.
   */
  run<T extends Document>(
    attempt: (writer: Writer) => T,
    options: RunOptions = {},
  ): T | Promise<T> {
    const earlier = this.#earlier(options.retry);
    if (earlier) return earlier as T;
    const writer = new PlainWriter(this);
    try {
      const reply = attempt(writer);
      this.#finish(writer, reply, options);
      return reply;
    } catch (error) {
      writer.undo();
      if (!(error instanceof Blocked)) throw error;
      return this.#later(error.holder, attempt, options);
    }
  }

  /** A repeat may have come in while the first one was still waiting for a lock. */
  #earlier(retry: RetryId | undefined): Document | undefined {
    const last = retry && this.retries.last(retry.session);
    return last && last.number === retry.number ? last.reply : undefined;
  }

  async #later<T extends Document>(
    holder: Transaction,
    attempt: (writer: Writer) => T,
    options: RunOptions,
  ): Promise<T> {
    const { deadline } = options;
    await waitFor(holder.ended, deadline);
    if (options.gone?.()) throw fault(11601, 'operation was interrupted');
    if (this.#closed) throw fault(91, 'The server is in quiesce mode and will shut down');
    const leftMs = deadline === undefined ? 0 : Math.max(1, deadline - Date.now());
    return withEffort(leftMs, () => this.run(attempt, options));
  }

  #finish(writer: PlainWriter, reply: Document, options: RunOptions): void {
    if (writer.records.length === 0) return;
    const { retry } = options;
    if (retry) writer.records.push(this.retries.record(retry, reply));
    this.log(writer.records, options.durable);
    if (retry) this.retries.keep(retry, reply);
  }

  /** Puts one commit in the journal; it must already be checked. */
  log(records: JournalRecord[], durable = false): void {
    // A frame without records would read as a torn one.
    if (!this.#journal || records.length === 0) return;
    try {
      this.#journal.append(records, durable);
    } catch (error) {
      throw fault(14031, `The journal could not be written: ${String(error)}`);
    }
    this.#records += records.length;
    this.#compactSoon();
  }

  begin(): Transaction {
    const transaction = new Transaction(this.catalog);
    this.open.add(transaction);
    return transaction;
  }

  writer(transaction: Transaction): Writer {
    return new TransactionWriter(this, transaction);
  }

  /** Makes a transaction's writes visible and durable in one step. Its locks make this always possible. */
  commit(transaction: Transaction, retry: RetryId, durable: boolean): void {
    const records: JournalRecord[] = [];
    for (const ns of transaction.created) records.push({ o: 'create', n: ns });
    for (const [ns, writes] of transaction.writes)
      for (const [rid, { before, after }] of writes) {
        if (after) records.push({ o: 'put', n: ns, r: rid, d: after });
        else if (before) records.push({ o: 'del', n: ns, r: rid });
      }
    if (records.length > 0) {
      const reply = { committed: true };
      records.push(this.retries.record(retry, reply));
      this.log(records, durable);
      this.retries.keep(retry, reply);
    }
    for (const ns of transaction.created) this.catalog.create(ns);
    for (const [ns, writes] of transaction.writes) {
      const collection = this.catalog.writable(ns);
      for (const [rid, { before, after }] of writes)
        if (before || after) collection?.force(rid, after);
    }
    this.end(transaction);
  }

  /** Drops a transaction (committed or not), its locks and its branch. */
  end(transaction: Transaction): void {
    this.locks.release(transaction);
    this.open.delete(transaction);
    transaction.finish();
  }

  /** A change of definition waits for the transactions that have written there. */
  async settled(...namespaces: string[]): Promise<void> {
    for (;;) {
      const holder = [...this.open].find((transaction) =>
        namespaces.some((ns) => transaction.wrote(ns)),
      );
      if (!holder) return;
      await holder.ended;
    }
  }

  #live(): number {
    let live = 0;
    for (const collection of this.catalog.collections.values()) live += collection.docs.size;
    return live;
  }

  #compactSoon(): void {
    if (this.#compaction || this.#records < compactMinWaste) return;
    const live = this.#live();
    if (this.#records - live < Math.max(compactMinWaste, live)) return;
    // Not at once: a logged commit becomes visible later, and the snapshot must include it.
    this.#compaction = Promise.resolve()
      .then(() => this.compact())
      .catch((error) => {
        // Not at the next commit, but once as much is superfluous again.
        this.#records = this.#live();
        process.emitWarning(`Compaction failed, the journal goes on: ${error}`);
      })
      .finally(() => {
        this.#compaction = undefined;
      });
  }

  /** Rewrites the journal to what is alive. */
  async compact(): Promise<void> {
    if (!this.#journal) return;
    this.catalog.share();
    const snapshot = new Map(this.catalog.collections);
    const before = this.#records;
    const counted = { written: 0 };
    await this.#journal.compact(
      snapshotRecords({ snapshot, counted, retries: this.retries, rid: this.#rid }),
    );
    this.#records = counted.written + this.#records - before;
  }

  /** Bytes in the journal, 0 without one. */
  get journalBytes(): number {
    return this.#journal?.bytes ?? 0;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const transaction of this.open) this.end(transaction);
    this.#journal?.close();
    await this.#compaction;
  }
}

async function waitFor(ended: Promise<void>, deadline: number | undefined): Promise<void> {
  if (deadline === undefined) return ended;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const wait = Math.max(0, deadline - Date.now());
    timer = setTimeout(() => reject(fault(50, 'operation exceeded time limit')), wait);
  });
  try {
    await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Snapshot = {
  snapshot: Map<string, Collection>;
  retries: RetryTable;
  rid: number;
  counted: { written: number };
};

/** What is alive, in frames of a few hundred records. */
function* snapshotRecords(from: Snapshot): Generator<JournalRecord[], undefined> {
  yield [{ o: 'rid', r: from.rid }, ...from.retries.records()];
  for (const { ns, indexes, docs } of from.snapshot.values()) {
    const head: JournalRecord[] = [{ o: 'create', n: ns }];
    for (const { spec } of indexes)
      if (spec.name !== '_id_') head.push({ o: 'index', n: ns, s: spec.document });
    yield head;
    let batch: JournalRecord[] = [];
    for (const [r, d] of docs.entries()) {
      from.counted.written++;
      batch.push({ o: 'put', n: ns, r, d });
      if (batch.length < batchRecords) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
}

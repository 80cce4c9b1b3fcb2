/** Open cursors: lazy results that wait for the client's next getMore. */
import { maxDepth, sizeOf } from '../bson/size.ts';
import type { Document } from '../bson/values.ts';
import { fault } from '../errors.ts';
import type { Transaction } from '../txn/transaction.ts';

/** The real server's idle limit. */
const idleMs = 10 * 60_000;
const maxBatchBytes = 16 * 1024 * 1024 - 64 * 1024;
const maxCursors = 10_000;

type Cursor = {
  ns: string;
  session: string | undefined;
  transaction: Transaction | undefined;
  rest: Iterator<Document>;
  /** Read from `rest` but did not fit into the last batch. */
  pending: Document | undefined;
  usedAt: number;
};

export type NewCursor = {
  ns: string;
  session: string | undefined;
  transaction: Transaction | undefined;
  documents: Iterable<Document>;
  batchSize: number;
  singleBatch?: boolean;
};

type Batch = { documents: Document[]; done: boolean };

function fill(cursor: Cursor, size: number): Batch {
  const documents: Document[] = [];
  let bytes = 0;
  while (documents.length < size) {
    let next = cursor.pending;
    cursor.pending = undefined;
    if (!next) {
      const result = cursor.rest.next();
      if (result.done) return { documents, done: true };
      next = result.value;
    }
    bytes += sizeOf(next, maxDepth) + 16;
    if (bytes > maxBatchBytes && documents.length > 0) {
      cursor.pending = next;
      return { documents, done: false };
    }
    documents.push(next);
  }
  return { documents, done: false };
}

/** Gives an error in place of what there was to read. */
function* failing(why: Error): Generator<Document> {
  yield* [];
  throw why;
}

function checkSession(id: bigint, made: string | undefined, now: string | undefined): void {
  if (made === now) return;
  const [code, why] =
    made === undefined
      ? [50736, `was not created in a session, in session ${now}`]
      : now === undefined
        ? [50737, `was created in session ${made}, without an lsid`]
        : [50738, `was created in session ${made}, in session ${now}`];
  throw fault(code, `Cannot run getMore on cursor ${id}, which ${why}`);
}

export class CursorTable {
  readonly #cursors = new Map<bigint, Cursor>();
  readonly #share: () => void;
  /** Above what a double holds, so that drivers keep an id a long and send it back as one. */
  #last = 2n ** 62n + BigInt(Date.now()) * 1000n;

  /** `share` freezes what the data is now, for cursors that read on later. */
  constructor(share: () => void) {
    this.#share = share;
  }

  get size(): number {
    return this.#cursors.size;
  }

  /** Gives the first batch, and an id other than 0 when more may follow. */
  open(given: NewCursor): { id: bigint; batch: Document[] } {
    const { ns, session, transaction, documents, batchSize } = given;
    const cursor: Cursor = {
      ns,
      session,
      transaction,
      rest: documents[Symbol.iterator](),
      pending: undefined,
      usedAt: Date.now(),
    };
    const batch = fill(cursor, batchSize);
    if (batch.done || given.singleBatch) {
      cursor.rest.return?.();
      return { id: 0n, batch: batch.documents };
    }
    if (this.#cursors.size >= maxCursors) throw fault(2, 'too many open cursors');
    return { id: this.#keep(++this.#last, cursor), batch: batch.documents };
  }

  /** Freezes what the cursor has begun to read, after each batch: $unionWith begins another collection. */
  #keep(id: bigint, cursor: Cursor): bigint {
    if (cursor.transaction) cursor.transaction.share();
    else this.#share();
    cursor.usedAt = Date.now();
    this.#cursors.set(id, cursor);
    return id;
  }

  /** Throws CursorNotFound (43) for an id that is not open; only its own session may read on. */
  next(
    id: bigint,
    from: Pick<NewCursor, 'ns' | 'session' | 'transaction' | 'batchSize'>,
  ): { id: bigint; batch: Document[] } {
    const cursor = this.#cursors.get(id);
    if (!cursor) throw fault(43, `cursor id ${id} not found`);
    if (cursor.ns !== from.ns)
      throw fault(
        13,
        `Requested getMore on namespace '${from.ns}', but cursor belongs to a different namespace ${cursor.ns}`,
      );
    checkSession(id, cursor.session, from.session);
    if (cursor.transaction !== from.transaction)
      throw fault(
        50740,
        `Cannot run getMore on cursor ${id} outside of the transaction that made it`,
      );
    // A cursor that fails is gone: the next getMore must not take its end for the end of the answer.
    this.#cursors.delete(id);
    const batch = fill(cursor, from.batchSize);
    return { id: batch.done ? 0n : this.#keep(id, cursor), batch: batch.documents };
  }

  /** By the id alone, whatever collection is named next to it. */
  kill(id: bigint): boolean {
    this.#cursors.get(id)?.rest.return?.();
    return this.#cursors.delete(id);
  }

  /** Closes the cursors of an ended session or transaction. */
  killWhere(gone: { session?: string; transaction?: Transaction }): void {
    for (const [id, cursor] of this.#cursors) {
      const match = gone.transaction
        ? cursor.transaction === gone.transaction
        : cursor.session !== undefined && cursor.session === gone.session;
      if (match) this.#cursors.delete(id);
    }
  }

  /** Ends the cursors of a dropped or renamed collection: their next getMore says so. */
  killNamespace(ns: string): void {
    for (const cursor of this.#cursors.values()) {
      if (cursor.ns !== ns) continue;
      cursor.pending = undefined;
      cursor.rest = failing(fault(175, `collection dropped between getMore calls: ${ns}`));
    }
  }

  expire(now: number): void {
    for (const [id, { usedAt }] of this.#cursors)
      if (now - usedAt > idleMs) this.#cursors.delete(id);
  }
}

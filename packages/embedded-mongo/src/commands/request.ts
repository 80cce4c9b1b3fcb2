/** What a command is given, and how it reads its options. */

import { constantsOf } from '../aggregate/pipeline.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, isDocument, isTruthy } from '../bson/values.ts';
import { fault } from '../errors.ts';
import type { RetryId } from '../store/retry.ts';
import type { Sessions } from '../txn/sessions.ts';
import type { Store } from '../txn/store.ts';
import type { Transaction } from '../txn/transaction.ts';
import type { Writer } from '../txn/writer.ts';
import type { CursorTable } from './cursor-table.ts';

/** The parts of one running server. */
export type Engine = {
  store: Store;
  sessions: Sessions;
  cursors: CursorTable;
  /** Ports of the set's two members, primary and secondary; both read the same data. */
  port: number;
  secondaryPort: number;
  setName: string;
  startedAt: number;
};

/** A client's connection; `secondary` when it came to the member that only reads. */
export type Peer = { id: number; secondary: boolean; closed: boolean };

export type Request = {
  engine: Engine;
  peer: Peer;
  name: string;
  body: Document;
  database: string;
  /** Key of the logical session, when there is one. */
  session: string | undefined;
  transaction: Transaction | undefined;
  /** Set for retryable writes. */
  retry: RetryId | undefined;
};

export type Reply = Document | Record<string, unknown>;

export type Command = {
  /** Fields it understands beside the general ones; the name itself is always allowed. */
  fields: readonly string[];
  /** Fields of the real server that change the meaning and are left out: refused unless off. */
  leftOut?: readonly string[];
  inTransaction?: boolean;
  /** Takes retryable writes. */
  retryable?: boolean;
  /** Changes data, which the secondary member refuses. */
  writes?: boolean;
  run: (request: Request) => Reply | Promise<Reply>;
};

export type CommandTable = Record<string, Command>;

/** A number option; throws TypeMismatch (14) for another type and BadValue (51024) below zero. */
export function numberOption(body: Document, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  const number = asNumber(value);
  if (number === undefined || Number.isNaN(number))
    throw fault(14, `BSON field '${name}' is the wrong type, expected a number`);
  return Math.trunc(number);
}

export function countOption(body: Document, name: string): number | undefined {
  const number = numberOption(body, name);
  if (number !== undefined && number < 0)
    throw fault(51024, `BSON field '${name}' value must be >= 0, actual value '${number}'`);
  return number;
}

export function documentOption(body: Document, name: string): Document {
  const value = body[name];
  if (value === undefined || value === null) return {};
  if (!isDocument(value))
    throw fault(14, `BSON field '${name}' is the wrong type, expected type 'object'`);
  return value;
}

/** The variables of `let`. */
export function letOption(body: Document): Document {
  return constantsOf(documentOption(body, 'let'));
}

export function stringOption(body: Document, name: string): string {
  const value = body[name];
  if (typeof value === 'string') return value;
  throw fault(14, `BSON field '${name}' is the wrong type, expected type 'string'`);
}

export function booleanOption(body: Document, name: string): boolean {
  return isTruthy(body[name]);
}

export function arrayOption(body: Document, name: string): Value[] {
  const value = body[name];
  if (value === undefined)
    throw fault(40414, `BSON field '${name}' is missing but a required field`);
  if (!Array.isArray(value))
    throw fault(14, `BSON field '${name}' is the wrong type, expected type 'array'`);
  return value;
}

/** Throws NotWritablePrimary (10107) on the member that only reads. */
export function refuseSecondary({ peer }: Request): void {
  if (peer.secondary) throw fault(10107, 'not primary');
}

/** Runs a write: in the transaction at once, else as a plain statement that may wait for one. */
export function runWrite(
  request: Request,
  attempt: (writer: Writer) => Document,
): Document | Promise<Document> {
  const { engine, transaction, body, retry, peer } = request;
  if (transaction) return attempt(engine.store.writer(transaction));
  const limit = countOption(body, 'maxTimeMS');
  return engine.store.run(attempt, {
    retry,
    durable: isTruthy(documentOption(body, 'writeConcern').j),
    deadline: limit ? Date.now() + limit : undefined,
    gone: () => peer.closed,
  });
}

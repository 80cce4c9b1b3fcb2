/** What a command is given, and how it reads its options. */

import type { Document, Value } from '../bson/values.ts';
import { isDocument, isNumeric, isTruthy, typeName } from '../bson/values.ts';
import { clampedLong, wholeLong } from '../bson/whole.ts';
import type { MongoFault } from '../errors.ts';
import { fault, notImplemented } from '../errors.ts';
import { constantsOf } from '../expression/constants.ts';
import { parseCollation } from '../query/collation.ts';
import type { RetryId } from '../store/retry.ts';
import type { Sessions } from '../txn/sessions.ts';
import type { Store } from '../txn/store.ts';
import type { Transaction } from '../txn/transaction.ts';
import type { Writer } from '../txn/writer.ts';
import type { CommandTally } from './command-tally.ts';
import type { CursorTable } from './cursor-table.ts';

/** The parts of one running server. */
export type Engine = {
  store: Store;
  sessions: Sessions;
  cursors: CursorTable;
  tally: CommandTally;
  /** Ports of the set's two members, primary and secondary; both read the same data. */
  port: number;
  secondaryPort: number;
  setName: string;
  startedAt: number;
};

/** A client's connection; `secondary` when it came to the member that only reads. */
export type Peer = { id: number; secondary: boolean; closed: boolean; address: string };

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
  /** Fields it accepts in addition to the general ones; the command's name is always allowed. */
  fields: readonly string[];
  /** Fields of other names are passed over, as in getParameter. */
  anyField?: boolean;
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

/** An option as messages name it: behind its command, whose name a body begins with. */
function shownName(body: Document, name: string): string {
  const [owner = ''] = Object.keys(body);
  if (owner === 'q') return name;
  return `${owner === 'find' ? 'FindCommandRequest' : owner}.${name}`;
}

/** TypeMismatch (14) for a field, named in full; `expected` ends the sentence: `type 'string'`. */
export function wrongField(field: string, value: Value | undefined, expected: string): MongoFault {
  return fault(
    14,
    `BSON field '${field}' is the wrong type '${typeName(value)}', expected ${expected}`,
  );
}

/** The same for an option of a command. */
function wrongType(body: Document, name: string, expected: string): MongoFault {
  return wrongField(shownName(body, name), body[name], expected);
}

/** IDLFailedToParse (40414) for a required field that is not there. */
export function missingField(field: string): MongoFault {
  return fault(40414, `BSON field '${field}' is missing but a required field`);
}

function missing(body: Document, name: string): MongoFault {
  return missingField(shownName(body, name));
}

/** A whole number; NaN is 0. Throws TypeMismatch (14) for another type, under the name `shown`. */
export function numberOption(body: Document, name: string, shown?: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!isNumeric(value)) {
    const field = shown ?? shownName(body, name);
    throw wrongField(field, value, "types '[long, int, decimal, double']");
  }
  return Number(clampedLong(value));
}

/** Throws Location51024 below zero. */
export function countOption(body: Document, name: string, shown?: string): number | undefined {
  const number = numberOption(body, name, shown);
  if (number !== undefined && number < 0)
    throw fault(
      51024,
      `BSON field '${name}' value must be >= 0, actual value '${clampedLong(body[name])}'`,
    );
  return number;
}

const maxTimeMs = 2 ** 31 - 1;

/** `maxTimeMS`, 0 without one. Throws BadValue (2) for what is no whole number of an int32 from 0. */
export function timeLimitMs(body: Document): number {
  const { maxTimeMS: value } = body;
  if (value === undefined || value === null) return 0;
  // The parsers of these two ask first, in their own words.
  if (body.aggregate !== undefined) countOption(body, 'maxTimeMS');
  if (body.getMore !== undefined) numberOption(body, 'maxTimeMS');
  if (!isNumeric(value)) throw fault(2, 'maxTimeMS must be a number');
  const whole = clampedLong(value);
  if (whole < 0n || whole > maxTimeMs)
    throw fault(2, `${whole} value for maxTimeMS is out of range [0, ${maxTimeMs}]`);
  if (wholeLong(value) === undefined) throw fault(2, 'maxTimeMS has non-integral value');
  return Number(whole);
}

export function documentOption(body: Document, name: string): Document {
  const value = body[name];
  if (value === undefined || value === null) return {};
  if (!isDocument(value)) throw wrongType(body, name, "type 'object'");
  return value;
}

/** The variables of `let`. */
export function letOption(body: Document): Document {
  const variables = documentOption(body, 'let');
  if (Object.keys(variables).length > 0 && parseCollation(body.collation))
    throw notImplemented('let with a collation');
  return constantsOf(variables);
}

export function stringOption(body: Document, name: string): string {
  const value = body[name];
  if (value === undefined || value === null) throw missing(body, name);
  if (typeof value !== 'string') throw wrongType(body, name, "type 'string'");
  return value;
}

/** A switch, which may also be a number; throws TypeMismatch (14) for anything else. */
export function booleanOption(body: Document, name: string): boolean {
  const value = body[name];
  if (value === undefined || value === null || typeof value === 'boolean') return value === true;
  if (!isNumeric(value)) throw wrongType(body, name, "types '[bool, long, int, decimal, double']");
  return isTruthy(value);
}

/** A switch that is nothing but a boolean; throws TypeMismatch (14). */
export function strictOption(body: Document, name: string): boolean {
  const value = body[name];
  if (value === undefined || value === null || typeof value === 'boolean') return value === true;
  throw wrongType(body, name, "type 'bool'");
}

/** A boolean that takes no number for one. Throws TypeMismatch (14). */
export function flagOption(body: Document, name: string): boolean | undefined {
  const value = body[name];
  if (value === undefined || value === null || typeof value === 'boolean')
    return value ?? undefined;
  throw fault(14, `Field '${name}' should be a boolean value, but found: ${typeName(value)}`);
}

export function arrayOption(body: Document, name: string): Value[] {
  const value = body[name];
  if (value === undefined) throw missing(body, name);
  if (!Array.isArray(value)) throw wrongType(body, name, "type 'array'");
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
  const limit = timeLimitMs(body);
  return engine.store.run(attempt, {
    retry,
    durable: isTruthy(documentOption(body, 'writeConcern').j),
    deadline: limit ? Date.now() + limit : undefined,
    gone: () => peer.closed,
  });
}

/** The first batch of a command that lists definitions: all of them unless its cursor says otherwise. */
export function listBatchSize(body: Document): number {
  const cursor = documentOption(body, 'cursor');
  for (const field in cursor)
    if (field !== 'batchSize')
      throw fault(40415, `BSON field 'cursor.${field}' is an unknown field.`);
  const size = countOption(cursor, 'batchSize', 'cursor.batchSize');
  return size ?? Number.POSITIVE_INFINITY;
}

/** Classifies the driver's errors: database unavailable, transient, or about the data. */

import { DomainError } from '@nameloan/contracts/errors';
import mongoose from 'mongoose';

const brokenSocket = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);

/**
 * Codes of a server that stops, steps down or has lost its replica set, from MongoDB's "Retryable Reads"
 * specification for drivers. The driver has already retried once when it throws one.
 */
const serverUnavailable = new Set([
  6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/**
 * Codes of transactions and operations that a retry may complete: lock timeouts, conflicts, time limits. MongoDB
 * labels these errors; compatible servers may not.
 * LockTimeout, LockBusy, MaxTimeMSExpired, WriteConflict, TransactionTooOld, TransactionAborted,
 * NoSuchTransaction, ExceededTimeLimit, TransactionExceededLifetimeLimitSeconds.
 */
const retryableCodes = new Set([24, 46, 50, 112, 225, 244, 251, 262, 290]);
const noSuchTransaction = 251;

/** True if nothing was written and a retry may succeed. */
export function isTransient(thrown: unknown): boolean {
  const error = unwrap(thrown);
  return hasLabel(error, 'TransientTransactionError') || hasCode(error, retryableCodes);
}

/** True if a commit certainly did not happen; any other error of a commit leaves that open. */
export function isAborted(error: unknown): boolean {
  return hasCode(error, new Set([noSuchTransaction]));
}

/** True if the database could not be reached. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  const error = unwrap(thrown);
  if (!(error instanceof Error)) return false;
  const {
    MongoNetworkError,
    MongoNotConnectedError,
    MongoServerClosedError,
    MongoServerSelectionError,
  } = mongoose.mongo;
  return (
    // Includes MongoPoolClearedError.
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoServerClosedError ||
    error.name === 'MongooseServerSelectionError' ||
    // All connections of the pool hang.
    error.name === 'MongoWaitQueueTimeoutError' ||
    hasCode(error, serverUnavailable) ||
    // The driver does not wrap the error of a socket whose other end has just died.
    ('code' in error && brokenSocket.has(String(error.code)))
  );
}

/** True if the specification retries a read: a lost connection, or a server that stops or is not primary. */
export function isRetryableRead(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoNetworkError || hasCode(error, serverUnavailable);
}

/** UNAVAILABLE if the database is unreachable or too busy, otherwise the error itself. */
export function asUnavailable(error: unknown): unknown {
  const unclear = hasLabel(error, 'UnknownTransactionCommitResult');
  return isDatabaseUnavailable(error) || isTransient(error) || unclear ? unavailable() : error;
}

/** Maximum time that a caller waits for the database. */
export const databaseDeadlineMs = 10_000;

/** Settles as `work` does, or throws UNAVAILABLE after `patienceMs` and ignores the later result. */
export async function inTime<R>(work: Promise<R>, patienceMs = databaseDeadlineMs): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable()), Math.max(0, patienceMs));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The error of a database that cannot be used now. */
export function unavailable(): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'Part of Nameloan is unavailable. Please try again shortly.',
    {
      retryAfterSeconds: 2,
    },
  );
}

export function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}

function hasCode(error: unknown, codes: ReadonlySet<number>): boolean {
  return error instanceof mongoose.mongo.MongoServerError && codes.has(Number(error.code));
}

/** A bulk insert wraps the actual error. */
function unwrap(error: unknown): unknown {
  const inside =
    error instanceof mongoose.mongo.MongoBulkWriteError ? error.errorResponse : undefined;
  return (inside as unknown) instanceof Error ? inside : error;
}

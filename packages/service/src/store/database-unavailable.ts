/** Which of the driver's many errors say that the database is away, and nothing about the data. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import mongoose from 'mongoose';

const brokenSocket = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);

/**
 * Answers of a server that stops, steps down or has lost its set: the codes that MongoDB's
 * "Retryable Reads" specification lists for drivers; whoever is told of one has then tried twice already.
 */
const serverUnavailable = new Set([
  6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/**
 * Answers by which a server ends a transaction, or an operation, that another try may get through: lock
 * timeouts, conflicts, time limits. MongoDB itself labels them; servers that speak its protocol may not.
 * LockTimeout, LockBusy, MaxTimeMSExpired, WriteConflict, TransactionTooOld, TransactionAborted,
 * NoSuchTransaction, ExceededTimeLimit, TransactionExceededLifetimeLimitSeconds.
 */
const retryableCodes = new Set([24, 46, 50, 112, 225, 244, 251, 262, 290]);
const noSuchTransaction = 251;

/** True where nothing was written and the same work may succeed a moment later. */
export function isTransient(thrown: unknown): boolean {
  const error = unwrap(thrown);
  return hasLabel(error, 'TransientTransactionError') || hasCode(error, retryableCodes);
}

/** True where a commit certainly has not happened; any other fault of a commit leaves that open. */
export function isAborted(error: unknown): boolean {
  return hasCode(error, new Set([noSuchTransaction]));
}

/** True where the database could not be reached, so that nothing can be said about the data. */
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
    // Also a cleared pool, which is a kind of it.
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoServerClosedError ||
    error.name === 'MongooseServerSelectionError' ||
    // Every connection hangs.
    error.name === 'MongoWaitQueueTimeoutError' ||
    hasCode(error, serverUnavailable) ||
    // A socket whose other end has just died: the driver lets the bare error through.
    ('code' in error && brokenSocket.has(String(error.code)))
  );
}

/** True where that specification has a read asked once more: the line broke, or the server stops or is no primary. */
export function isRetryableRead(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoNetworkError || hasCode(error, serverUnavailable);
}

/** What a caller is told: UNAVAILABLE where the database is away or too busy, else the error as it is. */
export function asUnavailable(error: unknown): unknown {
  const unclear = hasLabel(error, 'UnknownTransactionCommitResult');
  return isDatabaseUnavailable(error) || isTransient(error) || unclear ? partIsDown() : error;
}

/** How long anybody waits for the database, at the most. */
export const databaseDeadlineMs = 10_000;

/** As `work` ends, or UNAVAILABLE after `patienceMs`; what still comes of it then is nobody's. */
export async function inTime<R>(work: Promise<R>, patienceMs = databaseDeadlineMs): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(partIsDown()), Math.max(0, patienceMs));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function partIsDown(): DomainError {
  return new DomainError('UNAVAILABLE', 'A part of Nameloan is down. Please try again shortly.', {
    retryAfterSeconds: 2,
  });
}

export function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}

function hasCode(error: unknown, codes: ReadonlySet<number>): boolean {
  return error instanceof mongoose.mongo.MongoServerError && codes.has(Number(error.code));
}

/** Inserting several at once hands every error on as one about writes, with the real one inside. */
function unwrap(error: unknown): unknown {
  const inside =
    error instanceof mongoose.mongo.MongoBulkWriteError ? error.errorResponse : undefined;
  return (inside as unknown) instanceof Error ? inside : error;
}

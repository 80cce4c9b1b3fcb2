/** Which of the driver's many errors say that the database is away, and nothing about the data. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import mongoose from 'mongoose';

const brokenSocket = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);

/**
 * Answers of a server that stops, steps down or has lost its set: the codes that MongoDB's
 * "Retryable Reads" specification lists for drivers. The driver has then tried twice already.
 */
const serverAway = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** True where the database could not be reached, so that nothing can be said about the data. */
export function isDatabaseAway(thrown: unknown): boolean {
  const error = unwrap(thrown);
  if (!(error instanceof Error)) return false;
  const {
    MongoNetworkError,
    MongoNotConnectedError,
    MongoServerClosedError,
    MongoServerError,
    MongoServerSelectionError,
  } = mongoose.mongo;
  return (
    // Also a cleared pool, which is a kind of it.
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoServerClosedError ||
    error.name === 'MongooseServerSelectionError' ||
    (error instanceof MongoServerError && serverAway.has(Number(error.code))) ||
    // A socket whose other end has just died: the driver lets the bare error through.
    ('code' in error && brokenSocket.has(String(error.code)))
  );
}

/** What a caller is told: UNAVAILABLE where the database is away, else the error as it is. */
export function asUnavailable(error: unknown): unknown {
  if (!isDatabaseAway(error) && !hasLabel(error, 'UnknownTransactionCommitResult')) return error;
  return new DomainError('UNAVAILABLE', 'A part of Nameloan is down. Please try again shortly.', {
    retryAfterSeconds: 2,
  });
}

export function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}

/** Inserting several at once hands every error on as one about writes, with the real one inside. */
function unwrap(error: unknown): unknown {
  const inside =
    error instanceof mongoose.mongo.MongoBulkWriteError ? error.errorResponse : undefined;
  return (inside as unknown) instanceof Error ? inside : error;
}

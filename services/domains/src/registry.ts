/** Converts the errors of registrars for callers. */

import type { ErrorDetails } from '@nameloan/contracts/errors';
import { DomainError } from '@nameloan/contracts/errors';
import type { OrderFailure } from '@nameloan/contracts/order-failures';
import { describeOrderFailure, toOrderFailure } from '@nameloan/contracts/order-failures';
import {
  EppInvalidInputError,
  EppRejectedError,
  EppUnavailableError,
  EppUnknownOutcomeError,
} from './registrar/registrar-errors.ts';

/** How long a caller waits for the registry; started work continues after that. Wall time. */
const callerTimeoutMs = 8000;

/** Awaits work for a caller; rejects with EppUnavailableError after the timeout. */
export async function withCallerTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const expire = () =>
      reject(new EppUnavailableError('UNREACHABLE', 'The registry takes too long.'));
    timer = setTimeout(expire, callerTimeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** True when the outcome at the registry is unknown or it cannot be reached: query it, then retry. */
export function isInconclusive(error: unknown): boolean {
  return (
    error instanceof EppUnknownOutcomeError ||
    error instanceof EppUnavailableError ||
    (error instanceof EppRejectedError && error.transient)
  );
}

/** The rejection that ends the attempt; undefined for any other error. */
export function findRejection(error: unknown): OrderFailure | undefined {
  const ends = error instanceof EppRejectedError || error instanceof EppInvalidInputError;
  return ends ? error.failure : undefined;
}

/** The sentence of such a rejection for the owner. */
export function rejectionMessage(error: unknown): string | undefined {
  if (error instanceof EppRejectedError) return error.sentence;
  return error instanceof EppInvalidInputError ? error.message : undefined;
}

/** An error for the caller that also has the failure for events. */
export class OrderError extends DomainError {
  readonly failure: OrderFailure;

  constructor(
    code: 'CONFLICT' | 'INVALID_INPUT' | 'UNAVAILABLE',
    failure: OrderFailure,
    details: ErrorDetails = {},
  ) {
    super(code as 'UNAVAILABLE', describeOrderFailure(failure), details);
    this.failure = failure;
  }
}

/** A rejection by the registry or by payments that a retry would get too. */
export function isFinalRejection(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL';
}

/** Converts a registry error for the caller; returns other errors unchanged. */
export function toDomainError(error: unknown, field?: string): unknown {
  if (error instanceof EppRejectedError) {
    const { failure, sentence } = error;
    const concernsField =
      field !== undefined && (error.resultCode === 2202 || error.resultCode === 2201);
    if (concernsField)
      return new OrderError('INVALID_INPUT', failure, { fields: { [field]: sentence } });
    if (error.transient) return new OrderError('UNAVAILABLE', failure, { retryAfterSeconds: 60 });
    const reason = error.code === 'PRICE' ? 'PRICE_CHANGED' : 'REGISTRY_REJECTED';
    return new OrderError('CONFLICT', failure, { reason });
  }
  if (error instanceof EppInvalidInputError) {
    const fields = field === undefined ? {} : { fields: { [field]: error.message } };
    return new DomainError('INVALID_INPUT', error.message, fields);
  }
  if (error instanceof EppUnavailableError || error instanceof EppUnknownOutcomeError) {
    const failure = toOrderFailure('REGISTRY_UNAVAILABLE');
    return new OrderError('UNAVAILABLE', failure, { retryAfterSeconds: 30 });
  }
  return error;
}

/**
 * Awaits a query. An internal error at the registry (2400 and similar) says nothing about earlier commands, so it
 * becomes EppUnavailableError: no transfer or renewal may end because of it.
 */
export async function readFromRegistry<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    if (!(error instanceof EppRejectedError && error.transient)) throw error;
    throw new EppUnavailableError('BUSY', error.message);
  }
}

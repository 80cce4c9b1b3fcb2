/** The platform's connection to the registry, and its failures in the product's words. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { settings } from './config.ts';
import { connectEpp } from './registrar/epp/connect-epp.ts';
import type { Registrar } from './registrar/registrar.ts';
import {
  EppInvalidInputError,
  EppRejectedError,
  EppUnavailableError,
  EppUnknownOutcomeError,
} from './registrar/registrar-errors.ts';
import { SharedSlots, sessionRows } from './registrar/session-slots.ts';
import { serviceContext } from './service-context.ts';

serviceContext.store.defineRows(sessionRows, []);

let connection: Registrar | undefined;

export function registry(): Registrar {
  if (!connection) throw new Error('the registry is used before the start');
  return connection;
}

/** The client connects by itself and reconnects after a drop, so the service starts without the registry. */
export function openRegistry(): void {
  const set = settings.value;
  connection = connectEpp({
    host: set.EPP_HOST,
    port: set.EPP_PORT,
    clientId: set.EPP_CLIENT_ID,
    password: set.EPP_PASSWORD,
    timeoutMs: set.EPP_TIMEOUT_MS,
    slots: set.EPP_SESSIONS
      ? new SharedSlots(serviceContext.store.connection, set.EPP_SESSIONS)
      : undefined,
    ...(set.EPP_CA ? { ca: set.EPP_CA } : {}),
    ...(set.EPP_SERVERNAME ? { servername: set.EPP_SERVERNAME } : {}),
    log: (line) => serviceContext.log.debug(line, 'epp'),
  });
}

export async function closeRegistry(): Promise<void> {
  await connection?.close().catch(() => undefined);
  connection = undefined;
}

/** How long a person waits for the registry; what has begun goes on without them. Wall time. */
const callerTimeoutMs = 8000;

/** `work` at a person's call: EppUnavailable when it takes longer than a person waits. */
export async function withCallerTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const give = () =>
      reject(new EppUnavailableError('UNREACHABLE', 'The registry takes too long.'));
    timer = setTimeout(give, callerTimeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** True where the registry may or may not have done it, or cannot be reached: try again, after a look. */
export function isInconclusive(error: unknown): boolean {
  return (
    error instanceof EppUnknownOutcomeError ||
    error instanceof EppUnavailableError ||
    (error instanceof EppRejectedError && error.transient)
  );
}

/** The sentence of a refusal, after which a try has ended; undefined for any other failure. */
export function rejectionMessage(error: unknown): string | undefined {
  if (error instanceof EppRejectedError) return error.sentence;
  return error instanceof EppInvalidInputError ? error.message : undefined;
}

/** A no that another try would get too, from the registry or from payments, as `asDomainError` shows it. */
export function isFinalRejection(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL';
}

/** A registry failure as the caller sees it; other errors as they are. */
export function toDomainError(error: unknown, field?: string): unknown {
  if (error instanceof EppRejectedError) {
    const mine = field !== undefined && (error.resultCode === 2202 || error.resultCode === 2201);
    if (mine)
      return new DomainError('INVALID_INPUT', error.sentence, {
        fields: { [field]: error.sentence },
      });
    if (error.transient)
      return new DomainError('UNAVAILABLE', error.sentence, { retryAfterSeconds: 60 });
    const reason = error.code === 'PRICE' ? 'PRICE_CHANGED' : 'REGISTRY_REJECTED';
    return new DomainError('CONFLICT', error.sentence, { reason });
  }
  if (error instanceof EppInvalidInputError) {
    const fields = field === undefined ? {} : { fields: { [field]: error.message } };
    return new DomainError('INVALID_INPUT', error.message, fields);
  }
  if (error instanceof EppUnavailableError || error instanceof EppUnknownOutcomeError) {
    return new DomainError(
      'UNAVAILABLE',
      'The registry does not answer right now. Please try again shortly.',
      {
        retryAfterSeconds: 30,
      },
    );
  }
  return error;
}

/**
 * What a look at the registry shows. A fault there (2400 and its like) tells nothing about what was asked
 * before, so it is silence and not a refusal: nothing may be ended on it.
 */
export async function readFromRegistry<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof EppRejectedError && error.transient)) throw error;
    throw new EppUnavailableError('BUSY', error.message);
  }
}

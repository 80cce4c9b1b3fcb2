/** What a caller sees when something was refused or went wrong: a sentence, a stable code, never an inside. */

import type { ErrorCode } from '@nameloan/contracts/errors.ts';
import { DomainError, httpStatus, isErrorCode } from '@nameloan/contracts/errors.ts';

export interface Refusal {
  status: number;
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
}

/** Thrown to answer with this refusal. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(given: Refusal) {
    super(given.message);
    this.refusal = given;
  }
}

/** An error as it came over GraphQL, from a service or from the gateway's own checks. */
export interface ErrorLike {
  message?: unknown;
  extensions?: unknown;
  path?: unknown;
}

export const internalSentence = 'Something went wrong on our side. Please try again.';
export const unavailableSentence =
  'A part of Nameloan cannot be reached right now. Please try again.';
const retryUnavailableSeconds = 2;

/** Codes of graphql-js and Apollo that mean: the caller's document or variables are at fault. */
const invalidCodes = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

export function refusal(
  code: ErrorCode,
  message: string,
  more: Partial<Pick<Refusal, 'fields' | 'retryAfterSeconds'>> = {},
): Refusal {
  return { status: httpStatus[code], code, message, ...more };
}

export function unavailable(): Refusal {
  return refusal('UNAVAILABLE', unavailableSentence, {
    retryAfterSeconds: retryUnavailableSeconds,
  });
}

/**
 * graphql-js ends with what the schema has instead; who may ask the schema needs no hint, and no one else gets it.
 * The sentence may quote megabytes of the caller's: no search that goes back and forth.
 */
export function withoutHint(sentence: string): string {
  const hint = sentence.endsWith('?') ? sentence.lastIndexOf(' Did you mean ') : -1;
  return hint === -1 ? sentence : sentence.slice(0, hint);
}

const isFields = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((sentence) => typeof sentence === 'string');

/** Reads one GraphQL error; undefined where it is not an expected refusal but a bug of ours. */
export function readRefusal(error: ErrorLike): Refusal | undefined {
  const { extensions } = error;
  const given = (typeof extensions === 'object' && extensions !== null ? extensions : {}) as Record<
    string,
    unknown
  >;
  const code = invalidCodes.has(String(given.code)) ? 'INVALID_INPUT' : given.code;
  if (!isErrorCode(code) || code === 'INTERNAL') return undefined;
  const { fields, retryAfterSeconds } = given;
  return refusal(code, String(error.message ?? ''), {
    ...(isFields(fields) ? { fields } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
    ...(code === 'UNAVAILABLE' && typeof retryAfterSeconds !== 'number'
      ? { retryAfterSeconds: retryUnavailableSeconds }
      : {}),
  });
}

/** Anything thrown on the way; what is not expected becomes INTERNAL and tells nothing. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof DomainError) {
    const { code, message, fields, retryAfterSeconds } = error;
    return refusal(code, message, {
      ...(fields ? { fields } : {}),
      ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
    });
  }
  return refusal('INTERNAL', internalSentence);
}

/** The JSON body of a REST error. */
export function restBody({ message, code, fields }: Refusal, requestId: string) {
  return { message, code, ...(fields ? { fields } : {}), requestId };
}

/** The JSON body of an error at `/graphql` that stopped the request before any operation ran. */
export function graphqlBody({ message, code, fields }: Refusal, requestId: string) {
  return { errors: [{ message, extensions: { code, ...(fields ? { fields } : {}), requestId } }] };
}

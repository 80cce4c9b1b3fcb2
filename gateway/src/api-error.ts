/** What a caller sees when something was refused or went wrong: a sentence, a stable code, never an inside. */

import type { ErrorCode, ErrorDetails, Quote } from '@nameloan/contracts/errors.ts';
import { DomainError, httpStatus, isErrorCode, readDetails } from '@nameloan/contracts/errors.ts';

export interface ApiError extends ErrorDetails {
  status: number;
  code: ErrorCode;
  message: string;
}

/** Thrown to answer with this refusal. */
export class ApiErrorException extends Error {
  readonly apiError: ApiError;

  constructor(given: ApiError) {
    super(given.message);
    this.apiError = given;
  }
}

/** An error as it came over GraphQL, from a service or from the gateway's own checks. */
export interface GraphqlErrorLike {
  message?: unknown;
  extensions?: unknown;
  path?: unknown;
}

export const internalMessage = 'Something went wrong on our side. Please try again.';
export const unavailableMessage =
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

export function apiError(code: ErrorCode, message: string, more: ErrorDetails = {}): ApiError {
  return { status: httpStatus[code], code, message, ...more };
}

export function unavailableError(): ApiError {
  return apiError('UNAVAILABLE', unavailableMessage, {
    retryAfterSeconds: retryUnavailableSeconds,
  });
}

/**
 * graphql-js ends with what the schema has instead; who may ask the schema needs no hint, and no one else gets it.
 * The sentence may quote megabytes of the caller's: no search that goes back and forth.
 */
export function removeSuggestion(sentence: string): string {
  const hint = sentence.endsWith('?') ? sentence.lastIndexOf(' Did you mean ') : -1;
  return hint === -1 ? sentence : sentence.slice(0, hint);
}

/** Reads one GraphQL error; undefined where it is not an expected refusal but a bug of ours. */
export function parseGraphqlError(error: GraphqlErrorLike): ApiError | undefined {
  const { extensions } = error;
  const given = (typeof extensions === 'object' && extensions !== null ? extensions : {}) as Record<
    string,
    unknown
  >;
  const code = invalidCodes.has(String(given.code)) ? 'INVALID_INPUT' : given.code;
  if (!isErrorCode(code) || code === 'INTERNAL') return undefined;
  return apiError(code, String(error.message ?? ''), {
    ...(code === 'UNAVAILABLE' ? { retryAfterSeconds: retryUnavailableSeconds } : {}),
    ...readDetails(given),
  });
}

/** Anything thrown on the way; what is not expected becomes INTERNAL and tells nothing. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof DomainError) {
    return apiError(error.code, error.message, error.details);
  }
  return apiError('INTERNAL', internalMessage);
}

/** What comes along with a refusal, by the names of GraphQL's `extensions`. */
export function errorDetails({ status, code, message, ...details }: ApiError): ErrorDetails {
  return details;
}

const dollars = (amountCents: number) => amountCents / 100;

/** The JSON body of a REST error; money in dollars, as everywhere in REST. */
export function restErrorBody(given: ApiError, requestId: string) {
  const { message, code, fields, reason, missingCents, quote, service } = given;
  return {
    message,
    code,
    ...(fields ? { fields } : {}),
    ...(reason ? { reason } : {}),
    ...(missingCents === undefined ? {} : { missing: dollars(missingCents) }),
    ...(quote ? { quote: restQuote(quote) } : {}),
    ...(service ? { part } : {}),
    requestId,
  };
}

function restQuote({ amountCents, premium, validUntil }: Quote) {
  return { amount: dollars(amountCents), premium, valid_until: validUntil };
}

/** The JSON body of an error at `/graphql` that stopped the request before any operation ran. */
export function graphqlErrorBody(given: ApiError, requestId: string) {
  const { message, code } = given;
  return { errors: [{ message, extensions: { code, ...errorDetails(given), requestId } }] };
}

const graphqlMedia = 'application/graphql-response+json';

/**
 * Its type. By GraphQL over HTTP a client reads the errors of another status than 200 only where the answer says
 * that it is one of GraphQL; whoever does not name that type gets plain JSON.
 */
export function graphqlContentType(accept: string | undefined): string {
  const media = accept?.toLowerCase().includes(graphqlMedia) ? graphqlMedia : 'application/json';
  return `${media}; charset=utf-8`;
}

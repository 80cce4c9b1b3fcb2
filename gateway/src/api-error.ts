/** API errors as callers see them: a sentence, a stable code and details, never internals. */

import type { ErrorCode, ErrorDetails, PayeeChange, Quote } from '@nameloan/contracts/errors';
import { DomainError, httpStatus, isErrorCode, readDetails } from '@nameloan/contracts/errors';

export interface ApiError extends ErrorDetails {
  status: number;
  code: ErrorCode;
  message: string;
}

/** Thrown to respond with this error. */
export class ApiErrorException extends Error {
  readonly apiError: ApiError;

  constructor(given: ApiError) {
    super(given.message);
    this.apiError = given;
  }
}

/** An error as GraphQL represents it, from a service or from the gateway's own checks. */
export interface GraphqlErrorLike {
  message?: unknown;
  extensions?: unknown;
  path?: unknown;
}

export const internalMessage = 'Something went wrong on our side. Please try again.';
export const unavailableMessage =
  'A service of Nameloan cannot be reached right now. Please try again.';
const retryUnavailableSeconds = 2;

/** Codes of graphql-js and Apollo for an invalid document or invalid variables. */
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
 * Removes the "Did you mean" suggestion of graphql-js, which would reveal the schema.
 * The message may quote megabytes of input, so this avoids a regular expression that backtracks.
 */
export function removeSuggestion(sentence: string): string {
  const hint = sentence.endsWith('?') ? sentence.lastIndexOf(' Did you mean ') : -1;
  return hint === -1 ? sentence : sentence.slice(0, hint);
}

/** Parses a GraphQL error; undefined if it is not an expected error but a bug. */
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

/** Converts anything thrown; an unexpected error becomes INTERNAL without details. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof DomainError) {
    return apiError(error.code, error.message, error.details);
  }
  return apiError('INTERNAL', internalMessage);
}

/** The details of an error, named as in GraphQL's `extensions`. */
export function errorDetails({ status, code, message, ...details }: ApiError): ErrorDetails {
  return details;
}

const dollars = (amountCents: number) => amountCents / 100;

/** The JSON body of a REST error; money in dollars, as everywhere in REST. */
export function restErrorBody(given: ApiError, requestId: string) {
  const { message, code, fields, reason, missingCents, quote, availableAt, service } = given;
  const { payeeChange, sha256 } = given;
  return {
    message,
    code,
    ...(fields ? { fields } : {}),
    ...(reason ? { reason } : {}),
    ...(missingCents === undefined ? {} : { missing: dollars(missingCents) }),
    ...(quote ? { quote: restQuote(quote) } : {}),
    ...(payeeChange ? { payee_change: restPayeeChange(payeeChange) } : {}),
    ...(sha256 ? { sha256 } : {}),
    ...(availableAt ? { available_at: availableAt } : {}),
    ...(service ? { service } : {}),
    requestId,
  };
}

function restQuote({ amountCents, premium, validUntil }: Quote) {
  return { amount: dollars(amountCents), premium, valid_until: validUntil };
}

function restPayeeChange({ recentChanges, ...change }: PayeeChange) {
  return { ...change, recent_changes: recentChanges };
}

/** The JSON body of an error at `/graphql` that stopped the request before any operation ran. */
export function graphqlErrorBody(given: ApiError, requestId: string) {
  const { message, code } = given;
  return { errors: [{ message, extensions: { code, ...errorDetails(given), requestId } }] };
}

const graphqlMedia = 'application/graphql-response+json';

/**
 * The content type of a GraphQL response. By GraphQL over HTTP a client reads errors of a status other than 200 only
 * with this media type; a client that does not accept it gets plain JSON.
 */
export function graphqlContentType(accept: string | undefined): string {
  const media = accept?.toLowerCase().includes(graphqlMedia) ? graphqlMedia : 'application/json';
  return `${media}; charset=utf-8`;
}

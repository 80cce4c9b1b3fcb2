/** The closed list of error codes that people and programs see, and the HTTP status of each. */

export type ErrorCode =
  | 'INVALID_INPUT'
  | 'UNAUTHENTICATED'
  | 'MFA_REQUIRED'
  | 'MFA_INVALID'
  | 'BALANCE_TOO_LOW'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'TOO_LARGE'
  | 'NOT_JSON'
  | 'TOO_MANY_REQUESTS'
  | 'TOO_COMPLEX'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** HTTP status per code (product.md section 9); exhaustive by type. */
export const httpStatus: Record<ErrorCode, number> = {
  INVALID_INPUT: 400,
  TOO_COMPLEX: 400,
  UNAUTHENTICATED: 401,
  MFA_REQUIRED: 401,
  MFA_INVALID: 401,
  BALANCE_TOO_LOW: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_LARGE: 413,
  NOT_JSON: 415,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

export interface ErrorDetails {
  /** Sentence per input field that is at fault, keyed by the field's GraphQL argument name. */
  fields?: Record<string, string>;
  /** Seconds after which trying again makes sense; becomes the Retry-After header. */
  retryAfterSeconds?: number;
}

/**
 * An expected refusal: a sentence for the user and a stable code.
 * Anything thrown that is not a DomainError is a bug: it is logged and shown as INTERNAL.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** True for a text that is one of the codes above; used where an error crossed a wire. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(httpStatus, value);
}

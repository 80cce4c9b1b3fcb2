/** The closed list of error codes that people and programs see, the HTTP status of each, and what comes along. */

import { z } from 'zod';
import { cents } from './money.ts';
import type { ServiceName } from './platform.ts';
import { serviceNames } from './platform.ts';

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
  | 'UNSUPPORTED_TYPE'
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
  UNSUPPORTED_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** Why a state conflicts, for programs; the sentence beside it is for people. Every CONFLICT carries one. */
export const conflictReasons = [
  'ALREADY_DONE',
  'ALREADY_LISTED',
  'ALREADY_YOURS',
  'BUSY',
  'CANCEL_REQUESTED',
  'CLAIM_OPEN',
  'CLIENT_ID_TAKEN',
  'CONTRACT_CHANGED',
  'COUNTRY_PURPOSE',
  'COUNTRY_RATE',
  'CONTRACT_NOT_DRAWN',
  'CUSTODY_LOST',
  'DISPUTED',
  'EMAIL_TAKEN',
  'EVIDENCE_FULL',
  'HELD_ELSEWHERE',
  'HOLD_ENDED',
  'IN_CUSTODY',
  'IN_GRACE',
  'LISTED',
  'LISTING_CLOSED',
  'MFA_STATE',
  'NOTICE_NOT_SENT',
  'NOT_DUE',
  'NOT_IN_CUSTODY',
  'NOT_MARKED_PAID',
  'NOT_PENDING',
  'NOT_RECEIVED',
  'NOT_RESERVED',
  'NOT_SIGNED',
  'NOT_VERIFIED',
  'NO_CLAIM',
  'OFFER_PENDING',
  'STALE',
  'PRICE_CHANGED',
  'ALREADY_PROPOSED',
  'RECEIPT_BY_SILENCE',
  'ALREADY_RECEIVED',
  'REGISTRY_REJECTED',
  'RESERVED',
  'SECRET_MISMATCH',
  'ALREADY_SIGNED',
  'STATUS',
  'UNSUPPORTED_TLD',
  'TRANSFER_LOCK',
  'TRANSFER_PENDING',
] as const;
export type ConflictReason = (typeof conflictReasons)[number];

/** What the platform charges for an order at a registry, as it stands now. */
const quote = z.object({
  amountCents: cents,
  /** The registry asks its own price for this name. */
  premium: z.boolean(),
  validUntil: z.iso.datetime(),
});
export type Quote = z.infer<typeof quote>;

export interface ErrorDetails {
  /** Sentence per input field that is at fault, keyed by the field's GraphQL argument name. */
  fields?: Record<string, string>;
  /** Seconds after which trying again makes sense; becomes the Retry-After header. */
  retryAfterSeconds?: number;
  reason?: ConflictReason;
  /** Of BALANCE_TOO_LOW. */
  missingCents?: number;
  /** Of PRICE_CHANGED. */
  quote?: Quote;
  /** Of UNAVAILABLE, where one part alone is down: its name. */
  service?: ServiceName;
}

/** What came along with an error over a wire; what is not of its shape is left out. */
const detailShapes: { [K in keyof Required<ErrorDetails>]: z.ZodType<ErrorDetails[K]> } = {
  fields: z.record(z.string(), z.string()),
  retryAfterSeconds: z.number(),
  reason: z.enum(conflictReasons),
  missingCents: cents,
  quote,
  service: z.enum(serviceNames),
};

export function readDetails(given: Record<string, unknown>): ErrorDetails {
  const found = Object.entries(detailShapes).flatMap(([name, shape]) => {
    const read = shape.safeParse(given[name]);
    return read.success && read.data !== undefined ? [[name, read.data]] : [];
  });
  return Object.fromEntries(found);
}

/**
 * An expected refusal: a sentence for the user and a stable code.
 * Anything thrown that is not a DomainError is a bug: it is logged and shown as INTERNAL.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(
    code: 'CONFLICT',
    message: string,
    details: ErrorDetails & { reason: ConflictReason },
  );
  constructor(code: Exclude<ErrorCode, 'CONFLICT'>, message: string, details?: ErrorDetails);
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }

  /** The error that crossed a wire, as it was thrown there; INTERNAL where its code is none of ours. */
  static read(given: { code?: unknown; message: string }): DomainError {
    const code = isErrorCode(given.code) ? given.code : 'INTERNAL';
    return new DomainError(code as 'INTERNAL', given.message, readDetails({ ...given }));
  }
}

/** True for a text that is one of the codes above; used where an error crossed a wire. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(httpStatus, value);
}

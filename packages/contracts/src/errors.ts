/** All error codes of the API, their HTTP statuses, and the details of errors. */

import { z } from 'zod';
import { cents } from './money.ts';
import { payeeKinds } from './payee.ts';
import type { ServiceName } from './platform.ts';
import { serviceNames } from './platform.ts';

export type ErrorCode =
  | 'INVALID_INPUT'
  | 'UNAUTHENTICATED'
  | 'MFA_REQUIRED'
  | 'MFA_INVALID'
  | 'BALANCE_TOO_LOW'
  | 'FORBIDDEN'
  | 'EMAIL_NOT_VERIFIED'
  | 'STEP_UP_REQUIRED'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'TOO_LARGE'
  | 'NOT_JSON'
  | 'UNSUPPORTED_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'TOO_COMPLEX'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** HTTP status per code (docs/api-conventions.md); exhaustive by type. */
export const httpStatus: Record<ErrorCode, number> = {
  INVALID_INPUT: 400,
  TOO_COMPLEX: 400,
  UNAUTHENTICATED: 401,
  MFA_REQUIRED: 401,
  MFA_INVALID: 401,
  BALANCE_TOO_LOW: 402,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
  STEP_UP_REQUIRED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_LARGE: 413,
  NOT_JSON: 415,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** Machine-readable reason of a CONFLICT; every CONFLICT has one. */
export const conflictReasons = [
  'ALREADY_DONE',
  'ALREADY_LISTED',
  'ALREADY_YOURS',
  'BUSY',
  'CANCEL_REQUESTED',
  'CLAIM_CHANGED',
  'CLAIM_OPEN',
  'CLAIM_REPEATED',
  'CLIENT_ID_TAKEN',
  'CONTRACT_CHANGED',
  'COUNTRY_PURPOSE',
  'COUNTRY_RATE',
  'COUNTRY_UNREADABLE',
  'CONTRACT_NOT_DRAWN',
  'CUSTODY_LOST',
  'DISPUTED',
  'DUPLICATE_PAYMENT',
  'EMAIL_CHANGING',
  'EMAIL_TAKEN',
  'ESCALATED_RECENTLY',
  'EVIDENCE_FULL',
  'EVIDENCE_OPEN',
  'HELD_ELSEWHERE',
  'HOLD_ENDED',
  'IN_CUSTODY',
  'IN_GRACE',
  'ACCELERATION_NOT_NEEDED',
  'AMENDMENT_AGREED',
  'AMENDMENT_LIVE',
  'NO_AMENDMENT',
  'NO_SALE',
  'SALE_OPEN',
  'SALE_CHANGED',
  'TOO_MANY_SALES',
  'PAYMENT_OPEN',
  'NOT_PROPOSED',
  'TOO_MANY_AMENDMENTS',
  'NOT_ACCELERATED',
  'LEGAL_HOLD',
  'LETTER_PENDING',
  'LISTED',
  'LISTING_CLOSED',
  'MFA_STATE',
  'NOTICE_NOT_SENT',
  'NOT_DUE',
  'NOT_ELIGIBLE',
  'NOT_IN_CUSTODY',
  'NOT_MARKED_PAID',
  'NOT_PENDING',
  'NOT_RECEIVED',
  'NOT_REFINANCED',
  'NOT_RESERVED',
  'NOT_SIGNED',
  'NOT_VERIFIED',
  'NO_CLAIM',
  'NOTHING_OWED',
  'PAYMENT_DUE',
  'NO_PAYEE',
  'NO_PAYMENT',
  'OFFER_PENDING',
  'PAYMENT_DETAILS_REQUIRED',
  'PAYEE_CHANGED',
  'PAYEE_IN_USE',
  'SECURITY_CHANGED_RECENTLY',
  'STALE',
  'TOO_MANY_PAYEES',
  'TOO_MANY_PAYMENTS',
  'PRICE_CHANGED',
  'PUSH_PENDING',
  'PUSH_WAITING',
  'ALREADY_PROPOSED',
  'RECEIPT_BY_SILENCE',
  'REFINANCE_PAID',
  'REFINANCE_UNDER_WAY',
  'ALREADY_RECEIVED',
  'REGISTRATION_TOO_SHORT',
  'REGISTRY_REJECTED',
  'RESERVED',
  'SECRET_MISMATCH',
  'SIGNED_ZONE',
  'ALREADY_SIGNED',
  'STATUS',
  'UNSUPPORTED_TLD',
  'TRANSFER_LOCK',
  'TRANSFER_OUT_WAITING',
  'TRANSFER_PENDING',
] as const;
export type ConflictReason = (typeof conflictReasons)[number];

/** The current price of an order at a registry. */
const quote = z.object({
  amountCents: cents,
  /** The registry has a special price for this name. */
  premium: z.boolean(),
  validUntil: z.iso.datetime(),
});
export type Quote = z.infer<typeof quote>;

/** A payee of a loan as its payer may always see it. */
const shownPayee = z.object({
  kind: z.enum(payeeKinds),
  holder: z.string(),
  masked: z.string(),
  fingerprint: z.string(),
  version: z.number().int(),
});
/** What a payer has to acknowledge: the payee that they knew, and the one that is valid now. */
const payeeChange = z.object({
  old: shownPayee,
  new: shownPayee,
  /** When the new details were entered. */
  since: z.iso.datetime(),
  /** How often the payee's details changed in the last 30 days. */
  recentChanges: z.number().int(),
});
export type PayeeChange = z.infer<typeof payeeChange>;

export interface ErrorDetails {
  /** Sentence per invalid input field, by GraphQL argument name. */
  fields?: Record<string, string>;
  /** Seconds until a retry makes sense; becomes the Retry-After header. */
  retryAfterSeconds?: number;
  reason?: ConflictReason;
  /** For BALANCE_TOO_LOW. */
  missingCents?: number;
  /** For PRICE_CHANGED. */
  quote?: Quote;
  /** For PAYEE_CHANGED. */
  payeeChange?: PayeeChange;
  /** For CONTRACT_CHANGED: SHA-256 (hex) of the PDF to sign now. */
  sha256?: string;
  /** For conflicts that only time ends: when, ISO 8601. */
  availableAt?: string;
  /** For UNAVAILABLE: the service that is down, if it is one. */
  service?: ServiceName;
}

/** Parses the details of a received error; invalid ones are ignored. */
const detailShapes: { [K in keyof Required<ErrorDetails>]: z.ZodType<ErrorDetails[K]> } = {
  fields: z.record(z.string(), z.string()),
  retryAfterSeconds: z.number(),
  reason: z.enum(conflictReasons),
  missingCents: cents,
  quote,
  payeeChange,
  sha256: z.string(),
  availableAt: z.iso.datetime(),
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
 * An expected error: a sentence for the user and a stable code. Any other thrown error is a bug: it is logged and shown
 * as INTERNAL.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(
    code: 'CONFLICT',
    message: string,
    details: ErrorDetails & { reason: ConflictReason },
  );
  constructor(
    code: Exclude<ErrorCode, 'CONFLICT' | 'TOO_MANY_REQUESTS'>,
    message: string,
    details?: ErrorDetails,
  );
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }

  /** Recreates an error that another service sent; INTERNAL if its code is unknown. */
  static read(given: { code?: unknown; message: string }): DomainError {
    const code = isErrorCode(given.code) ? given.code : 'INTERNAL';
    return new DomainError(code as 'INTERNAL', given.message, readDetails({ ...given }));
  }
}

/** True for one of the codes above. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(httpStatus, value);
}

export const emailNotVerified = (): DomainError =>
  new DomainError('EMAIL_NOT_VERIFIED', 'Verify your email first: open the link that we sent you.');

export const stepUpRequired = (): DomainError =>
  new DomainError('STEP_UP_REQUIRED', 'Enter your password again to do this.');

/** `availableAt`: when the change can no longer be stopped. */
export const emailChanging = (availableAt: string): DomainError =>
  new DomainError(
    'CONFLICT',
    'Your email is being changed. You can do this once the change can no longer be stopped.',
    { reason: 'EMAIL_CHANGING', availableAt },
  );

/**
 * The only way to this code, so that every 429 says how long to wait. `sentence` says what there was too much of; the
 * message adds the time, rounded up to seconds or, from a minute on, to minutes.
 */
export function tooManyRequests(sentence: string, waitSeconds: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitSeconds));
  const [count, unit] =
    retryAfterSeconds < 60
      ? [retryAfterSeconds, 'second']
      : [Math.ceil(retryAfterSeconds / 60), 'minute'];
  const message = `${sentence} Try again in ${count} ${count === 1 ? unit : `${unit}s`}.`;
  return new DomainError('TOO_MANY_REQUESTS' as 'INTERNAL', message, { retryAfterSeconds });
}

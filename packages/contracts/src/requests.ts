/** The requests that services may send to each other over the bus; a new one needs a decision record. */

import { z } from 'zod';
import { registration } from './event-shapes.ts';
import { cents } from './money.ts';
import { payeeKinds } from './payee.ts';
import type { ServiceName } from './platform.ts';
import { diligenceReasons } from './reasons/diligence.ts';
import { holdVisibilities } from './reasons/legal-hold.ts';

const id = z.string().min(1).max(64);
const request = <P extends z.ZodType, R extends z.ZodType>(payload: P, reply: R) => ({
  payload,
  reply,
});

/** An account as identity has it now; `version` orders it among the account's events. */
const account = z.object({
  accountId: id,
  version: z.number().int(),
  name: z.string(),
  email: z.string(),
  operator: z.boolean(),
  /** Lending contract kind: 0 bank transfer, 1 cryptocurrency. */
  defaultContract: z.union([z.literal(0), z.literal(1)]),
  /** Lines of the legal address, null until one was given. */
  legalAddress: z
    .object({
      address1: z.string(),
      address2: z.string(),
      city: z.string(),
      zip: z.string(),
      /** The English name; what the user once wrote, where `countryCode` is null. */
      country: z.string(),
      /** ISO 3166-1 alpha-2. */
      countryCode: z.string().nullable().default(null),
      /** ISO 3166-2, for the United States and Canada. */
      subdivision: z.string().nullable().default(null),
    })
    .nullable(),
});
/** One version of a payee's details, without the details. */
const payeeVersion = z.object({
  version: z.number().int().positive(),
  /** The name that the payer's bank compares. */
  holder: z.string(),
  /** Short form, such as "DE •••• 3000"; never enough to pay to or to compare by. */
  masked: z.string(),
  /** Eight hexadecimal digits; equal details of one payee have the same. */
  fingerprint: z.string(),
  /** Account time from which it is valid. */
  effectiveAt: z.iso.datetime(),
  /** Account time at which its owner entered it. */
  changedAt: z.iso.datetime(),
});
const accountUse = request(z.object({ accountId: id }), z.object({ used: z.boolean() }));
/** What decides whether a domain can be listed, and the data of its listing. */
const listingEligibility = z.object({
  domainId: id,
  /**
   * The domain's version of this snapshot: events with a higher version are newer, whatever any clock says.
   * 0 in replies of former releases: every event is newer.
   */
  version: z.number().int().default(0),
  accountId: id,
  name: z.string(),
  unicodeName: z.string(),
  status: z.enum(['EXTERNAL_UNVERIFIED', 'EXTERNAL_VERIFIED', 'CUSTODY_PAID', 'IN_ESCROW']),
  pendingTransfer: z.enum(['NONE', 'IN', 'OUT']),
  reservedFor: id.nullable(),
  /** When the wait before a transfer out ends; null outside one, and in replies of former releases. */
  transferOutStartsAt: z.iso.datetime().nullable().default(null),
  /** Whether the platform can hold domains of this TLD. */
  holdable: z.boolean(),
  /** When its push to another account expires; null without one, and in replies of former releases. */
  pushExpiresAt: z.iso.datetime().nullable().default(null),
  /** Maximum registration period of the TLD in years from any day; null if it cannot be held. */
  maxYears: z.number().int().positive().nullable().default(null),
  /** What the transfer into custody costs the owner without a premium; 0 once the domain is in custody. */
  transferFeeCents: cents.nonnegative().default(0),
  /** What due diligence has against it, and the end of a transfer lock among that; none in replies of former releases. */
  diligence: z.array(z.enum(diligenceReasons)).default([]),
  lockedUntil: z.iso.datetime().nullable().default(null),
  /** Whether the domain is on legal hold; NONE in replies of former releases. */
  legalHold: z.enum(holdVisibilities).default('NONE'),
  /** By its last report; null without one, and in replies of former releases. */
  registration: registration.nullable().default(null),
  expiresAt: z.iso.datetime().nullable(),
  lowCents: cents.nullable(),
  midCents: cents.nullable(),
});
/** The text of a user that an event leaves out; null if there is none, or none any more. */
const note = z.object({ note: z.string().nullable() });

export const requests = {
  /**
   * The account of an address in any spelling that may act, requested for a push. Null for every other address; the
   * user must not learn which.
   */
  'identity.account-by-email': request(
    z.object({ email: z.string().max(254) }),
    z.object({ accountId: id.nullable() }),
  ),
  /** Whether the account has ever had anything in this service; requested before an unverified account is deleted. */
  'domains.account-use': accountUse,
  'lending.account-use': accountUse,
  'payments.account-use': accountUse,
  /**
   * Requested by handlers of identity's events, which carry no personal data, and by domains for contacts at registries.
   * NOT_FOUND if unknown.
   */
  'identity.account': request(z.object({ accountId: id }), account),
  /**
   * What an account may do now, requested for guarded actions. `verified`: its e-mail address is verified, for good.
   * `restricted`: it may not act, because it is not. NOT_FOUND if unknown.
   */
  'identity.account-access': request(
    z.object({ accountId: id, sessionId: id.optional() }),
    z.object({
      verified: z.boolean(),
      restricted: z.boolean(),
      /** Wall time until which the session is fresh: its user has just proved their identity. Null if it is not. */
      freshUntil: z.iso.datetime().nullable(),
      /**
       * Until when transfers out, payee changes and surrender are held, because the former address can stop a change of
       * the address. Null if they are not.
       */
      emailChangingUntil: z.iso.datetime().nullable().default(null),
      /**
       * `ACCOUNT_RULES` is `strict`, so the transfer out of a valuable domain waits. False in replies of former
       * releases.
       */
      strict: z.boolean().default(false),
      /** How the user of the session proved their identity; a signature records it. */
      proof: z
        .object({
          /** When the e-mail address was verified; null if that is not recorded. */
          emailVerifiedAt: z.iso.datetime().nullable(),
          /** With an MFA code in addition to the password. */
          withMfa: z.boolean(),
          /** Wall time of the login or step-up. */
          provenAt: z.iso.datetime(),
        })
        .nullish(),
    }),
  ),
  /**
   * A payee as it is now, requested by lending for a loan that names it. NOT_FOUND if the account never had it. `deleted`:
   * no longer to be paid to; `current` is its last valid version.
   */
  'identity.payee': request(
    z.object({ accountId: id, payeeId: id }),
    z.object({
      payeeId: id,
      kind: z.enum(payeeKinds),
      label: z.string().nullable(),
      deleted: z.boolean(),
      current: payeeVersion,
      /** A change that is not valid yet; until its `effectiveAt`, paying to `current` discharges. */
      pending: payeeVersion.nullable(),
      /** Changes in the last 30 days of account time that were neither stopped nor withdrawn; the first version is none. */
      recentChanges: z.number().int().nonnegative(),
    }),
  ),
  /**
   * The details of a version that is or was valid, for the payer. NOT_FOUND for any other, and for a deleted payee.
   * `sealedFields`: `PayeeFields` as JSON, encrypted with `payeeDetailsPurpose`; decrypted only to show them.
   */
  'identity.payee-details': request(
    z.object({ accountId: id, payeeId: id, version: z.number().int().positive() }),
    z.object({ holder: z.string(), sealedFields: z.string() }),
  ),
  /** How loans use a payee, requested before it is changed or deleted. False for a payee that lending does not know. */
  'lending.payee-use': request(
    z.object({ accountId: id, payeeId: id }),
    z.object({
      /** A loan in which the account has yet to be paid names it, now or from a moment that is already set. */
      named: z.boolean(),
      /** The other party says that it has paid to it: a receipt or a claim of repayment waits for an answer. */
      claimOpen: z.boolean(),
    }),
  ),
  /** The note in a loan's history about the transition that led to this version. */
  'lending.transition-note': request(z.object({ escrowId: id, version: z.number().int() }), note),
  /** What an operator wrote when failing a deposit. */
  'payments.deposit-note': request(z.object({ transactionId: id }), note),
  /**
   * Reserves a fee from the account's balance. Repeating a `holdId` returns the first reply. BALANCE_TOO_LOW has the
   * missing amount; CONFLICT if the hold was already released.
   */
  'payments.hold': request(
    z.object({
      holdId: id,
      accountId: id,
      amountCents: cents.positive(),
      kind: z.enum(['TRANSFER_FEE', 'RENEWAL_FEE']),
      reference: z.string().max(253),
    }),
    z.object({ status: z.enum(['HELD', 'CAPTURED']) }),
  ),
  /** Turns a hold into a charge. Idempotent; CONFLICT if it was released, NOT_FOUND if unknown. */
  'payments.capture': request(
    z.object({ holdId: id }),
    z.object({ status: z.literal('CAPTURED') }),
  ),
  /**
   * Releases a hold. Idempotent; CONFLICT if it was captured. An unknown hold is recorded as released, so that a hold
   * still in flight is rejected when it arrives.
   */
  'payments.release': request(
    z.object({ holdId: id }),
    z.object({ status: z.literal('RELEASED') }),
  ),
  /**
   * Returns a fee that may have been captured. Idempotent; a hold that was not captured is released, as by
   * `payments.release`.
   */
  'payments.refund': request(
    z.object({ holdId: id }),
    z.object({ status: z.enum(['RELEASED', 'REFUNDED']) }),
  ),
  'payments.balance': request(z.object({ accountId: id }), z.object({ availableCents: cents })),
  /** Whether an account can list a domain, requested when a listing opens. NOT_FOUND if the domain is not theirs. */
  'domains.listing-eligibility': request(
    z.object({ domainId: id, accountId: id }),
    listingEligibility,
  ),
  /** The same for many domains at once; those that are not theirs are left out. */
  'domains.listing-eligibilities': request(
    z.object({ domainIds: z.array(id).min(1).max(100), accountId: id }),
    z.object({ domains: z.array(listingEligibility) }),
  ),
} as const;

export type RequestName = keyof typeof requests;

/**
 * The services that may send each request. The broker's permissions follow from it, so a service that sends another
 * one gets no reply; it must be deployed, like the request itself, before a release that relies on it.
 */
export const requesters: Readonly<Record<RequestName, readonly ServiceName[]>> = {
  'domains.account-use': ['identity'],
  'lending.account-use': ['identity'],
  'payments.account-use': ['identity'],
  'identity.account': ['domains', 'lending', 'notifications'],
  'identity.account-by-email': ['domains'],
  'identity.account-access': ['domains', 'lending', 'payments'],
  'identity.payee': ['lending'],
  'identity.payee-details': ['lending'],
  'lending.payee-use': ['identity'],
  'lending.transition-note': ['notifications'],
  'payments.deposit-note': ['notifications'],
  'payments.hold': ['domains'],
  'payments.capture': ['domains'],
  'payments.release': ['domains'],
  'payments.refund': ['domains'],
  'payments.balance': [],
  'domains.listing-eligibility': ['lending'],
  'domains.listing-eligibilities': ['lending'],
};
export type RequestPayload<N extends RequestName> = z.input<(typeof requests)[N]['payload']>;
export type ReplyPayload<N extends RequestName> = z.output<(typeof requests)[N]['reply']>;

/** Whether a service may send the request. */
export const mayRequest = (service: string, name: RequestName): boolean =>
  requesters[name].some((one) => one === service);

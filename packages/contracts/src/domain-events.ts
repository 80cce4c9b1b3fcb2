/** The events of domains: proof of control, custody, registration and transfer out. */

import { z } from 'zod';
import type { Former } from './event-shapes.ts';
import {
  at,
  domainName,
  event,
  formerText,
  id,
  registration,
  sealed,
  sentence,
} from './event-shapes.ts';
import { cents } from './money.ts';
import { diligenceReasons } from './reasons/diligence.ts';
import { custodyLoss, proofLoss, reservationRefusal } from './reasons/domain-reasons.ts';
import {
  readCustodyLoss,
  readOrderFailure,
  readProofLoss,
  readReservationRefusal,
} from './reasons/former-reasons.ts';
import { legalHoldKinds } from './reasons/legal-hold.ts';
import { orderFailure } from './reasons/order-failures.ts';
import { proofFindings, proofObstacle } from './reasons/proof-findings.ts';

const domain = z.object({ domainId: id, accountId: id, name: domainName });
const domainOfLoan = domain.extend({ escrowId: id.nullable() });
const expiring = domain.extend({
  escrowId: id.nullable().default(null),
  expiresAt: at,
  renewsAt: at.nullable().default(null),
});
const expired = domainOfLoan.extend({ expiresAt: at, deleting: z.boolean() });
const transferFailed = domainOfLoan.extend({ byOwner: z.boolean().default(false) });
const findings = {
  reasons: z.array(z.enum(diligenceReasons)),
  /** Names and IANA ids of the former and the present registrar, if it changed. */
  registrar: z.object({ former: z.string().max(500), present: z.string().max(500) }).nullable(),
};
const reservation = domain.extend({ escrowId: id });

/**
 * Version 1 had a sentence as `reason`; version 2 has its code and data. `shape` is version 1 without the sentence,
 * which `text` is the schema of.
 */
const withSentence = (
  shape: z.ZodObject,
  read: (text: string) => unknown,
  text: z.ZodType = sentence,
  // biome-ignore lint/suspicious/noExplicitAny: the output is checked by the present shape
): Former<any> => ({
  shape: shape.extend({ reason: text }),
  upgrade: ({ reason, ...rest }) => ({ ...rest, reason: reason === null ? null : read(reason) }),
});
const noSentence = sentence.nullable().default(null);

export const domainEvents = {
  'domains.domain.added': event(1, domain),
  'domains.domain.removed': event(1, domain),
  /** `holdable`: the platform can hold domains of this TLD, so this one can secure a loan. */
  'domains.domain.verified': event(1, domain.extend({ holdable: z.boolean().default(true) })),
  'domains.domain.proof-lost': event(
    2,
    domain.extend({ reason: proofLoss }),
    withSentence(domain, readProofLoss),
  ),
  /**
   * `recordSeen`: the record exists, but the domain stays with another account because of `obstacle`. `findings`: the
   * resolvers' last answers. `formerText` replaces both in events of version 1.
   */
  'domains.domain.proof-failed': event(
    2,
    domain.extend({
      recordSeen: z.boolean(),
      findings: proofFindings,
      obstacle: proofObstacle.nullable(),
      formerText,
    }),
    {
      shape: domain.extend({ reason: sentence, recordSeen: z.boolean().default(false) }),
      upgrade: ({ reason, ...rest }) => ({
        ...rest,
        findings: [],
        obstacle: null,
        formerText: reason,
      }),
    },
  ),
  /** Two accounts have a proof of the domain; emitted for both. */
  'domains.domain.proof-contested': event(1, domain),
  /** Emitted for the owner: no other account has a proof any more, or its checks have ended. */
  'domains.domain.contest-ended': event(1, domain),
  'domains.domain.appraised': event(
    1,
    domain.extend({ lowCents: cents, midCents: cents, highCents: cents, appraisedAt: at }),
  ),
  /**
   * `inCustody`: the domain is already in custody and locked; `expiresAt`: of its registration, if known; `holder`: its
   * registrant during the loan.
   */
  'domains.domain.reserved': event(
    1,
    domain.extend({
      escrowId: id,
      inCustody: z.boolean(),
      expiresAt: at.nullable(),
      holder: z.enum(['BORROWER', 'PLATFORM']).default('BORROWER'),
    }),
  ),
  'domains.domain.reservation-refused': event(
    2,
    reservation.extend({ reason: reservationRefusal }),
    withSentence(reservation, readReservationRefusal),
  ),
  /**
   * Due diligence found, while the domain was listed, that it cannot secure a loan, or that its registrar changed. Lending
   * closes the listing.
   */
  'domains.domain.eligibility-lost': event(1, domain.extend(findings)),
  /**
   * The same about a domain that backs a loan and is not in custody yet. `absent`: its registry has no such name; false
   * in events of former releases.
   */
  'domains.domain.collateral-endangered': event(
    1,
    domain.extend({ escrowId: id, ...findings, absent: z.boolean().default(false) }),
  ),
  /** The registration of a listed domain: by its first report since the listing opened, and after each change. */
  'domains.domain.registration-reported': event(1, domain.extend({ registration })),
  'domains.domain.transfer-started': event(1, domainOfLoan),
  /** `byOwner`: cancelled by the owner; false in events of former releases. */
  'domains.domain.transfer-failed': event(
    2,
    transferFailed.extend({ reason: orderFailure }),
    withSentence(transferFailed, readOrderFailure),
  ),
  'domains.domain.custody-arrived': event(
    1,
    domainOfLoan.extend({ expiresAt: at, transferOutAvailableAt: at }),
  ),
  /**
   * Statuses at the registry of a domain in custody that the platform did not set; operators ask the registry. Empty: they
   * are gone.
   */
  'domains.domain.unexpected-statuses': event(
    1,
    domainOfLoan.extend({ statuses: z.array(z.string().max(60)).max(40) }),
  ),
  /**
   * The domain is on legal hold since `since`, or no longer if it is null. `disclosed`: the parties may be notified. `escrowId`
   * is the loan that it is reserved for.
   */
  'domains.domain.legal-hold-changed': event(
    1,
    domainOfLoan.extend({ since: at.nullable(), disclosed: z.boolean() }),
  ),
  /** A dispute provider, a court or a registry has sent a request about a name, which may be unknown here. */
  'domains.request.received': event(
    1,
    z.object({ requestId: id, kind: z.enum(legalHoldKinds), name: domainName }),
  ),
  'domains.request.closed': event(1, z.object({ requestId: id })),
  /** In custody, but registered for a shorter time than the loan needs: the loan waits until the owner has renewed. */
  'domains.domain.renewal-needed': event(
    1,
    domainOfLoan.extend({ expiresAt: at, neededUntil: at }),
  ),
  /**
   * `chargedCents`: what `paidBy`, the owner or the lender of the loan, was charged; both null if only the registry
   * reported the renewal, and in events of former releases.
   */
  'domains.domain.renewed': event(
    1,
    domainOfLoan.extend({
      expiresAt: at,
      chargedCents: cents.nullable().default(null),
      paidBy: id.nullable().default(null),
    }),
  ),
  /** The fee is refunded. `accountId` ordered and paid it, even if the domain has another owner by now. */
  'domains.domain.renewal-failed': event(
    2,
    domainOfLoan.extend({ reason: orderFailure }),
    withSentence(domainOfLoan, readOrderFailure),
  ),
  'domains.domain.custody-lost': event(
    2,
    domainOfLoan.extend({ reason: custodyLoss }),
    withSentence(domainOfLoan, readCustodyLoss),
  ),
  /** The owner lowered a figure of $5,000 or more. `presentCents`: null if it was removed. */
  'domains.domain.owner-value-lowered': event(
    1,
    domain.extend({ formerCents: cents, presentCents: cents.nullable() }),
  ),
  /**
   * The transfer out of a valuable domain waits: nothing has reached the registry, and the mailed link stops it.
   * `startsAt`: the end of the wait, in business time.
   */
  'domains.domain.transfer-out-waiting': event(
    1,
    domain.extend({ startsAt: at, sealedStopToken: sealed }),
  ),
  /**
   * The mailed link has stopped it during its wait; identity secures the account. Both in account time and null in events
   * of former releases. `requestedAt`: since when the account may have been used by another person: the request, or an
   * earlier one of the same days that was cancelled. `stoppedAt`: when the link was used.
   */
  'domains.domain.transfer-out-stopped': event(
    1,
    domain.extend({
      requestedAt: at.nullable().default(null),
      stoppedAt: at.nullable().default(null),
    }),
  ),
  /** `codeExpiresAt`: when the code stops working, in business time; null: never, or of a former release. */
  'domains.domain.transfer-out-started': event(
    1,
    domain.extend({ sealedAuthCode: sealed, codeExpiresAt: at.nullable().default(null) }),
  ),
  /**
   * Another registrar has requested the domain with the mailed code. `approvedBy`: without a response the registry approves
   * it by then.
   */
  'domains.domain.transfer-out-requested': event(1, domain.extend({ approvedBy: at })),
  /**
   * `reason`: why the registry rejected the transfer; null if the owner cancelled it or its code has expired. `waited`:
   * cancelled during its wait, so that nothing had reached the registry.
   */
  'domains.domain.transfer-out-cancelled': event(
    2,
    domain.extend({
      reason: orderFailure.nullable(),
      waited: z.boolean().default(false),
      codeExpired: z.boolean().default(false),
    }),
    withSentence(domain, readOrderFailure, noSentence),
  ),
  'domains.domain.transferred-out': event(1, domain),
  /** `toAccountId` null: the platform seized it. */
  'domains.domain.owner-changed': event(
    1,
    domain.extend({ fromAccountId: id, toAccountId: id.nullable(), escrowId: id }),
  ),
  /** The owner offers the domain to another account. `toAccountId` null: no account has the address. Business time. */
  'domains.domain.push-offered': event(
    1,
    domain.extend({ pushId: id, toAccountId: id.nullable(), acceptableFrom: at, expiresAt: at }),
  ),
  /** It keeps its owner. WITHDRAWN: by its sender, or because it backs a loan or left custody. */
  'domains.domain.push-ended': event(
    1,
    domain.extend({
      pushId: id,
      toAccountId: id.nullable(),
      end: z.enum(['DECLINED', 'WITHDRAWN', 'EXPIRED']),
    }),
  ),
  /** The receiver has accepted; `accountId` is the new owner. */
  'domains.domain.pushed': event(1, domain.extend({ pushId: id, fromAccountId: id })),
  /**
   * A registration in custody ends within 60, 30 or 7 days. `renewsAt`: when the platform will renew it from the
   * balance; null after a failed attempt, whose `reason` is given, and for a domain of the platform.
   */
  'domains.domain.expiring': event(
    2,
    expiring.extend({ reason: orderFailure.nullable() }),
    withSentence(expiring, readOrderFailure, noSentence),
  ),
  /**
   * A registration has ended without renewal. `deleting`: the registry only restores or deletes it; that may begin
   * before `expiresAt`.
   */
  'domains.domain.expired': event(
    2,
    expired.extend({ reason: orderFailure.nullable() }),
    withSentence(expired, readOrderFailure, sentence.nullable()),
  ),
} as const;

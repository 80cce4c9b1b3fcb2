/** The type of a domain name of one account, and the rules that depend only on the record. */

import type { ConflictReason } from '@nameloan/contracts/errors';
import { DomainError } from '@nameloan/contracts/errors';
import type { Dnssec, NameserverChange } from './delegation.ts';
import type { DeferredHandover, DomainHold } from './hold/domain-hold.ts';
import type { Proof, VerificationAttempt } from './proof.ts';
import type { TransferOut, TransferOutStop } from './transfer-out.ts';

export const domainStatuses = [
  'EXTERNAL_UNVERIFIED',
  'EXTERNAL_VERIFIED',
  'CUSTODY_PAID',
  'IN_ESCROW',
] as const;
export type DomainStatus = (typeof domainStatuses)[number];

export type TransferDirection = 'NONE' | 'IN' | 'OUT';

export interface Appraisal {
  lowCents: number;
  midCents: number;
  highCents: number;
  factors: { name: string; text: string }[];
  appraisedAt: Date;
}

/** A pending transfer in. HOLDING: the fee is being held. REQUESTING: the request is being sent to the registry. */
export interface TransferIn {
  holdId: string;
  feeCents: number;
  /** The registry's price of a premium name, which our order states; null for a standard name. */
  registryCents: number | null;
  /** The losing registrar's code, encrypted; null after the registry's first response. */
  encryptedCode: string | null;
  state: 'HOLDING' | 'REQUESTING' | 'REQUESTED' | 'ARRIVING';
  startedAt: Date;
  /** The registry's time of our request, which identifies this transfer among others of the name. */
  requestedAt: Date | null;
  /** When the registry says it was approved. */
  approvedAt: Date | null;
  /** The registrar has taken its fee with the request, so ours is captured; absent: it is captured on arrival. */
  feeTaken?: boolean;
  /** REQUESTING: the registrar rejected the order because of our account, so nothing is ordered; absent: it did not. */
  waitsForOperator?: boolean | null;
}

/** A figure of the owner that was lowered or cleared; it counts for the wait until `until`. */
export interface FormerOwnerValue {
  amountCents: number;
  until: Date;
}

export interface Renewal {
  holdId: string;
  /** Who pays, even if the domain changes owner during the renewal. */
  accountId: string;
  feeCents: number;
  /** As in a transfer in. */
  registryCents: number | null;
  /** Ordered by the platform shortly before the expiry; no caller waits for it. */
  automatic: boolean;
  /** Of a name on legal hold whose owner's balance is too low: nothing is held or charged. */
  platformPays?: boolean | null;
  /** The expiry before the renewal, so that repeating it renews once. */
  fromExpiresAt: Date;
  state: 'HOLDING' | 'RENEWING';
  startedAt: Date;
  /** Until then an order that was sent may still be carried out, so none is sent; absent: none was. */
  unknownUntil?: Date | null;
}

/** What the file of its import says about a name; no rule reads it. */
export interface ImportHints {
  /** ISO 8601 day. */
  expiresOn: string | null;
  registrar: string | null;
}

/** The fee of the last transfer in or renewal that succeeded; `accountId` paid it. */
export interface Charge {
  accountId: string;
  amountCents: number;
}

/** The loan that a domain is reserved for. CHECKING: proof or custody is being checked again. */
export interface Reservation {
  escrowId: string;
  /** Null in old records that lack it, until the loan changes state again. */
  lenderId: string | null;
  /** The loan version of the newest known sale; absent without one. */
  lenderAsOf?: number | null;
  state: 'CHECKING' | 'RESERVED';
  /** Latest day on which the loan may be due. */
  dueBy: Date;
  startedAt: Date;
  /** In custody, but the registration is too short: custody-arrived waits for a renewal. */
  waitsForRenewal: boolean;
  /** The loan is in dispute, so nameservers cannot be changed; by its version `disputedAsOf`, earlier ones are ignored. */
  disputed: boolean;
  disputedAsOf: number;
  /** The registrant during the loan, as its contract prints it; absent in old records: the borrower. */
  holder?: 'BORROWER' | 'PLATFORM' | null;
  /** What its parties were alerted to by due diligence; absent in old records. */
  diligenceAlerts?: string[];
}

/** The registrant that was set at the registry. */
export interface RegistrantRecord {
  /** Whose data it has; `platform` for the operator. */
  accountId: string;
  /** Id of the contact at the registry. */
  contactId: string;
  setAt: Date;
}

export interface CustodyCheck {
  at: Date;
  /** The registry has not known the name since this check; a second check must confirm it. */
  unknownSince: Date | null;
}

export interface Domain {
  id: string;
  version: number;
  accountId: string;
  /** A-label, lower case. */
  name: string;
  unicodeName: string;
  suffix: string;
  status: DomainStatus;
  /** False: removed from the list, kept as history. */
  active: boolean;
  endedAt: Date | null;
  endReason: 'REMOVED' | 'TRANSFERRED_OUT' | 'CUSTODY_LOST' | 'ABSORBED' | null;
  createdAt: Date;
  /** The name, while this record has its proof or custody; unique over all accounts. */
  titleName: string | null;
  verificationRecord: string;
  /** Newest first. */
  verificationAttempts: VerificationAttempt[];
  /** Absent in records of an earlier version, whose proof is a TXT record. */
  proof?: Proof | null;
  /** All resolvers have reported the record as missing since this check; a second check must confirm it. */
  proofMissingSince: Date | null;
  /** Id of the record that has this name's proof, while ours shows a proof too and both owners were notified. */
  contests: string | null;
  /** First check of the current round, which ends after 72 hours. */
  checkingSince: Date | null;
  /** The next check of a round, or the next recheck of a verified domain. */
  nextCheckAt: Date | null;
  appraisal: Appraisal | null;
  /** The owner's own figure, US cents; absent in old records. */
  ownerValueCents?: number | null;
  formerOwnerValue?: FormerOwnerValue | null;
  /** The amount of the last loan that an acceptance secured with this domain, US cents; absent in old records. */
  lastLoanCents?: number | null;
  pendingTransfer: TransferDirection;
  transferIn: TransferIn | null;
  /** The registrar connection that holds it; absent in old records (`default`), null for names elsewhere. */
  connectionId?: string | null;
  /** The registry's time of the last failed transfer request; the next request must have a later time. */
  failedTransferAt: Date | null;
  transferOut: TransferOut | null;
  transferOutStop?: TransferOutStop | null;
  transferOutAvailableAt: Date | null;
  expiresAt: Date | null;
  nameservers: string[];
  nameserverChange: NameserverChange | null;
  /** As the registry has it while in custody; null or absent: not known. */
  dnssec?: Dnssec | null;
  /** Absent: the registry has the contacts that the name came with. */
  registrant?: RegistrantRecord | null;
  /** The next custody check at the registry; null when not in custody. */
  custodyCheck: CustodyCheck | null;
  renewal: Renewal | null;
  /** The highest yearly fee that the owner has accepted; null: the suffix's standard fee. */
  renewalAgreedCents: number | null;
  charged: Charge | null;
  /** The last expiry warning: the expiry that it was about. `days` before it; 0: expired; -1: the registry is deleting the domain. */
  expiryWarning: { expiresAt: Date; days: number } | null;
  reservation: Reservation | null;
  /** The account that was mailed an auth code which we cannot change at its registrar; absent in old records. */
  codeKnownTo?: string | null;
  /** Its push to another account, which reserves it; absent in old records. */
  push?: { id: string; expiresAt: Date } | null;
  /** The loan whose decision gave it to the platform; absent in records of an earlier version, which did not store it. */
  heldFor?: string | null;
  /** Both parties of that loan; absent in records of an earlier version. */
  heldParties?: string[] | null;
  /** Absent if it was not imported, or its file said nothing. */
  importHints?: ImportHints | null;
  /** The owner's labels in the order in which they were added; absent without any. */
  labels?: string[];
  /** Statuses at the registry that the platform did not set; absent in old records. */
  unexpectedStatuses?: string[];
  /** The listing that a report has closed, so that it is published once; absent in old records. */
  ineligibleListingId?: string | null;
  /** The active legal hold of its name; absent without one. */
  legalHold?: DomainHold | null;
  /** The end of its loan, which waits for the end of the hold; absent without one. */
  deferredHandover?: DeferredHandover | null;
  /** The registration last published while it is listed, as JSON; absent before that and in old records. */
  publishedRegistration?: string | null;
  /** Its open listings according to lending; briefly two when events arrive out of order. */
  listingIds: string[];
}

/** Whether the name is in the platform's registrar account. */
export function inCustody(domain: Pick<Domain, 'status'>): boolean {
  return domain.status === 'CUSTODY_PAID' || domain.status === 'IN_ESCROW';
}

/** A domain that is worth this much waits before a transfer out, US cents. */
export const minValuableCents = 500_000;

/** Business time. The API promises the code within 24 hours, and the registry takes a part of the last one. */
export const transferOutWaitMs = 23 * 3_600_000;

/** Whether a transfer out has reached, or is about to reach, the registry. */
export function isLeaving({ transferOut }: Domain): boolean {
  return transferOut !== null && transferOut.state !== 'WAITING';
}

/** When the wait before a transfer out ends; null outside one. */
export function transferOutStartsAt({ transferOut }: Domain): Date | null {
  return transferOut?.state === 'WAITING' ? (transferOut.startsAt ?? null) : null;
}

/** The fields of an event that identify the domain. */
export function domainRef(domain: Domain) {
  return { domainId: domain.id, accountId: domain.accountId, name: domain.name };
}

/** The field of an event that identifies the domain's loan, if any. */
export function loanRef(domain: Domain): { escrowId: string | null } {
  return { escrowId: domain.reservation?.escrowId ?? null };
}

/** Whether the account lends against this domain. */
export function isLender({ reservation }: Domain, accountId: string): boolean {
  return reservation?.state === 'RESERVED' && reservation.lenderId === accountId;
}

/** Throws NOT_FOUND unless the account has this domain in its list, and FORBIDDEN for its lender, who can see it. */
export function assertOwner(domain: Domain | undefined, accountId: string): Domain {
  if (domain?.active && domain.accountId === accountId) return domain;
  if (domain?.active && isLender(domain, accountId))
    throw new DomainError('FORBIDDEN', 'Only the owner of this domain can do this.');
  throw new DomainError('NOT_FOUND', 'There is no such domain.');
}

/** `availableAt`: when the conflict ends by time. */
export function conflict(reason: ConflictReason, message: string, availableAt?: Date): DomainError {
  const end = availableAt && { availableAt: availableAt.toISOString() };
  return new DomainError('CONFLICT', message, { reason, ...end });
}

/**
 * A reference to lending's loan, for the generated types of the resolvers.
 * @public
 */
export interface EscrowReference {
  id: string;
}

/** A reference to lending's listing; without `domainId` when no field of the domain was requested. */
export interface ListingReference {
  id: string;
  domainId?: string | undefined;
  /** Days; as `domainId`. */
  desiredTerm?: number | undefined;
  /** Set by the first field that needs it. */
  value?: Promise<Pick<Domain, 'appraisal' | 'ownerValueCents'> | undefined>;
}

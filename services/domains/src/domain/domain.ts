/** A domain name as one account holds it: the one type of it, and the rules that need nothing but the record. */

import type { ConflictReason } from '@nameloan/contracts/errors.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';

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

export interface VerificationAttempt {
  at: Date;
  outcome: 'FOUND' | 'MISSING' | 'UNKNOWN';
  detail: string;
}

/** A transfer in under way. HOLDING: the fee is being held. REQUESTING: the registry is being asked. */
export interface TransferIn {
  holdId: string;
  feeCents: number;
  /** The registry's own price of a premium name, which our order agrees to; null: an ordinary name. */
  registryCents: number | null;
  /** The losing registrar's code, sealed; null from the registry's first answer on. */
  encryptedCode: string | null;
  state: 'HOLDING' | 'REQUESTING' | 'REQUESTED' | 'ARRIVING';
  startedAt: Date;
  /** The registry's own time of our request, which tells this transfer from others of the name. */
  requestedAt: Date | null;
  /** When the registry says it was approved. */
  approvedAt: Date | null;
}

/** A transfer out under way. UNLOCKING: lock and code are being changed. OPEN: the owner has the code. */
export interface TransferOut {
  state: 'UNLOCKING' | 'OPEN' | 'RELOCKING';
  /** The fresh code, sealed; null once it is on its way by mail. */
  encryptedCode: string | null;
  startedAt: Date;
}

export interface Renewal {
  holdId: string;
  /** Who pays, also when the domain changes hands meanwhile. */
  accountId: string;
  feeCents: number;
  /** As in a transfer in. */
  registryCents: number | null;
  /** Ordered by the platform itself, shortly before the end; nobody waits for its answer. */
  automatic: boolean;
  /** Expiry before it, so that asking twice renews once. */
  fromExpiresAt: Date;
  state: 'HOLDING' | 'RENEWING';
  startedAt: Date;
}

/** The fee of the last transfer in or renewal that succeeded. */
export interface Charge {
  /** Who paid it. */
  accountId: string;
  amountCents: number;
}

/** The last warning of the end of a registration. */
export interface ExpiryWarning {
  /** Of which registration. */
  expiresAt: Date;
  /** So many days before its end; 0: it has ended; -1: the registry is deleting it. */
  days: number;
}

/** The loan a domain is reserved for. CHECKING: proof or custody is being looked at again. */
export interface Reservation {
  escrowId: string;
  /** Null in records from before it was kept, until the loan moves again. */
  lenderId: string | null;
  state: 'CHECKING' | 'RESERVED';
  /** Latest day on which the loan may be due. */
  dueBy: Date;
  startedAt: Date;
  /** Arrived, but registered for too short a time: custody-arrived waits for a renewal. */
  waitsForRenewal: boolean;
  /** The loan is in dispute: nameservers stay as they are. */
  disputed: boolean;
  /** Version of the loan that `disputed` comes from; facts of an earlier one come too late. */
  disputedAsOf: number;
}

/** The registry's no to nameservers. VALUE: to these ones. STATE: to any, as the domain stands. */
export interface NameserverRejection {
  message: string;
  scope: 'VALUE' | 'STATE';
}

/** Nameservers on their way to the registry, or refused there. */
export interface NameserverChange {
  /** Tells this wish from a later one. */
  id: string;
  wanted: string[];
  rejection: NameserverRejection | null;
}

export interface CustodyCheck {
  at: Date;
  /** The registry has not known the name since this look; a second one must confirm it. */
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
  /** False: gone from the list, kept as history. */
  active: boolean;
  endedAt: Date | null;
  endReason: 'REMOVED' | 'TRANSFERRED_OUT' | 'CUSTODY_LOST' | 'ABSORBED' | null;
  createdAt: Date;
  /** The name, while this record has the proof or the custody of it; unique over all accounts. */
  titleName: string | null;
  verificationRecord: string;
  /** Newest first. */
  verificationAttempts: VerificationAttempt[];
  /** All resolvers agree that the record of a proven name is gone since this look; a second one must confirm it. */
  proofMissingSince: Date | null;
  /** Id of the record that has this name's proof, while ours shows one too and both have been told so. */
  contests: string | null;
  /** First check of the present round; tries end 72 hours later. */
  checkingSince: Date | null;
  /** Of a round, or the next look at a proof that stands. */
  nextCheckAt: Date | null;
  appraisal: Appraisal | null;
  pendingTransfer: TransferDirection;
  transferIn: TransferIn | null;
  /** The registry's own time of the request of the last transfer in that failed: the next one keeps clear of it. */
  failedTransferAt: Date | null;
  transferOut: TransferOut | null;
  transferOutAvailableAt: Date | null;
  expiresAt: Date | null;
  nameservers: string[];
  nameserverChange: NameserverChange | null;
  /** When the registry is asked next whether the name is still ours; null: not in custody. */
  custodyCheck: CustodyCheck | null;
  renewal: Renewal | null;
  /** The dearest yearly fee that its owner has agreed to; null: the suffix's plain one. */
  renewalAgreedCents: number | null;
  charged: Charge | null;
  expiryWarning: ExpiryWarning | null;
  reservation: Reservation | null;
  /** Its open listings, as lending says: one, or for a moment two while facts overtake each other. */
  listingIds: string[];
}

/** Whether the name is in the platform's registrar account. */
export function inCustody(domain: Domain): boolean {
  return domain.status === 'CUSTODY_PAID' || domain.status === 'IN_ESCROW';
}

/** The facts of a domain event that name the domain. */
export function domainRef(domain: Domain) {
  return { domainId: domain.id, accountId: domain.accountId, name: domain.name };
}

/** The loan a fact of this domain concerns, if any. */
export function loanRef(domain: Domain): { escrowId: string | null } {
  return { escrowId: domain.reservation?.escrowId ?? null };
}

/** Whether the account lends against this domain. */
export function isLender({ reservation }: Domain, accountId: string): boolean {
  return reservation?.state === 'RESERVED' && reservation.lenderId === accountId;
}

/** NOT_FOUND unless it is this account's and still in the list; FORBIDDEN to who lends against it and sees it. */
export function assertOwner(domain: Domain | undefined, accountId: string): Domain {
  if (domain?.active && domain.accountId === accountId) return domain;
  if (domain?.active && isLender(domain, accountId))
    throw new DomainError('FORBIDDEN', 'Only the owner of this domain can do this.');
  throw new DomainError('NOT_FOUND', 'There is no such domain.');
}

export function conflict(reason: ConflictReason, message: string): DomainError {
  return new DomainError('CONFLICT', message, { reason });
}

const day = 86_400_000;
const year = 365.25 * day;

/**
 * Whether the registration lasts until 90 days past the loan's due date, or as long as the registry
 * allows: when one more year would pass its longest registration, no more can be asked.
 */
export function coversLoanTerm(
  expiresAt: Date,
  { dueBy, maxYears, at }: { dueBy: Date; maxYears: number; at: Date },
): boolean {
  if (expiresAt.getTime() >= requiredUntil(dueBy).getTime()) return true;
  return renewableFrom(expiresAt, maxYears) > at;
}

/** From when on one more year is within the longest registration that the registry allows. */
export function renewableFrom(expiresAt: Date, maxYears: number): Date {
  return new Date(expiresAt.getTime() + year - maxYears * year);
}

export function requiredUntil(dueBy: Date): Date {
  return new Date(dueBy.getTime() + loanCalendar.registeredPastDueDays * day);
}

/** How it stands, as the rule of listing asks. */
export function listingConditions(domain: Domain, suffix: object | undefined) {
  return {
    status: domain.status,
    reservedFor: domain.reservation?.escrowId ?? null,
    pendingTransfer: domain.pendingTransfer,
    holdable: suffix !== undefined,
    unicodeName: domain.unicodeName,
  };
}

/** The loan that a domain is reserved for, as lending names it. */
export interface EscrowReference {
  id: string;
}

/** A listing as lending names it here; without its domain's id where nothing of the domain was asked. */
export interface ListingReference {
  id: string;
  domainId?: string | undefined;
  /** Once a field has asked for it. */
  appraisal?: Promise<Appraisal | null | undefined>;
}

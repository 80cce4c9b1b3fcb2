/** A change of a loan's terms that both parties sign (docs/product-rules.md#amendments). */

import type { DatedAmount, Waiver } from '@nameloan/loan-math/balance-terms';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import type { Party } from './roles.ts';

/**
 * EXTEND: a later last due date, also with another rate. PLAN: other payments. PRINCIPAL_UP: the lender pays further
 * principal, from which the fee is set off. PRINCIPAL_DOWN: the borrower repays a part of the principal before its interest.
 * WAIVE: of late fees and default interest.
 */
export const amendmentKinds = [
  'EXTEND',
  'RATE',
  'PLAN',
  'PRINCIPAL_UP',
  'PRINCIPAL_DOWN',
  'WAIVE',
] as const;
export type AmendmentKind = (typeof amendmentKinds)[number];

/** KEEP: interest until the change stays due, without bearing interest. PAY: it is paid with the change. */
export const accruedInterestChoices = ['KEEP', 'PAY'] as const;
export type AccruedInterest = (typeof accruedInterestChoices)[number];

/**
 * AGREED: the terms are fixed and wait for signatures. AWAITING_MONEY: signed by both, the agreed money is not confirmed.
 * LAPSED: not signed or not paid in time. VOID: ended with the loan, by a loss of custody or by a dispute, which ends a
 * signed one only by another outcome.
 */
export const amendmentStatuses = [
  'PROPOSED',
  'SUPERSEDED',
  'WITHDRAWN',
  'DECLINED',
  'EXPIRED',
  'AGREED',
  'AWAITING_MONEY',
  'EFFECTIVE',
  'LAPSED',
  'VOID',
] as const;
export type AmendmentStatus = (typeof amendmentStatuses)[number];
/** The statuses in which an amendment can still become effective. */
export const liveStatuses = ['PROPOSED', 'AGREED', 'AWAITING_MONEY'] as const;

/** The fields of its kind; money in US cents, the rate in basis points a year. */
export interface AmendmentTerms {
  /** EXTEND, and PLAN with one payment: the new last due day, UTC midnight. */
  due?: Date | null;
  /** PLAN: its days count from the day of the agreement. */
  plan?: PlanTerms | null;
  /** RATE, and EXTEND with another rate. */
  rateBps?: number | null;
  /** PRINCIPAL_UP, PRINCIPAL_DOWN: what the principal is raised or lowered by. */
  amountCents?: number | null;
  /** WAIVE: at most so much of the unpaid late fees, and of the unpaid default interest. */
  lateFeesCents?: number | null;
  defaultInterestCents?: number | null;
}

/** What a party proposes. */
export interface AmendmentDraft {
  kind: AmendmentKind;
  terms: AmendmentTerms;
  /** From the borrower to the lender, US cents. */
  feeCents: number;
  interest: AccruedInterest;
}

/** The lender's payment of further principal, which the borrower has not answered. */
export interface SentAdvance {
  paymentId: string;
  /** The day of the payment, UTC midnight. */
  day: Date;
  method: string;
  reference: string;
  at: Date;
}

/** The one amendment of a loan that can still become effective, as the loan records it. */
export interface LiveAmendment extends AmendmentDraft {
  /** From 1, within the loan. */
  seq: number;
  proposedBy: Party;
  status: (typeof liveStatuses)[number];
  /** The end of the time for an answer. */
  expiresAt: Date;
  agreedAt: Date | null;
  /** Agreed on or after the due date, which a payment in between can move. */
  agreedLate?: boolean | null;
  /** Of the PDF that both parties sign, hex; null until it is agreed. */
  sha256: string | null;
  borrowerSignedAt: Date | null;
  lenderSignedAt: Date | null;
  /** What its payer pays to the other party, US cents; 0 until it is agreed. */
  dueCents: number;
  /** PRINCIPAL_UP: absent until the lender reports its money. */
  sent?: SentAdvance | null;
  /** When the parties were reminded of its deadline; absent before. */
  remindedAt?: Date | null;
}

/** The party that pays the agreed money. */
export const findPayer = ({ kind }: Pick<AmendmentDraft, 'kind'>): Party =>
  kind === 'PRINCIPAL_UP' ? 'LENDER' : 'BORROWER';

/** An amendment in any status. */
export interface Amendment extends Omit<LiveAmendment, 'status'> {
  /** The loan's id and the number: `ID-1`. */
  id: string;
  version: number;
  escrowId: string;
  status: AmendmentStatus;
  /** The version of the terms that it changes; the contract is version 1. */
  baseVersion: number;
  /** Of the document that it changes: the contract, or the last effective amendment. */
  parentSha256: string | null;
  message: string | null;
  proposedAt: Date;
  /** When it left the live statuses. */
  endedAt: Date | null;
  /** Why it was declined. */
  reason: string | null;
  /** The first day of the new terms, UTC midnight. */
  effectiveOn: Date | null;
  /** When its document got the certificate page and the seal; absent until then. */
  sealedAt?: Date | null;
  /** Encrypted tokens of the signing pages; null until it is agreed. */
  borrowerToken: string | null;
  lenderToken: string | null;
}

/** When an amendment became effective; absent in records of a former release. */
interface KnowledgeMoment {
  knownAt?: Date | null;
}

/** Further principal that the borrower received. */
export interface Advance extends KnowledgeMoment {
  /** The id of the lender's payment. */
  id: string;
  /** The day of the payment, UTC midnight. */
  day: Date;
  /** What the principal grew by, US cents. */
  amountCents: number;
  /** When it counted because the borrower did not answer; null if the borrower confirmed it. */
  deemedAt: Date | null;
}

/** Terms from a day on. */
export interface ChangedTerms extends KnowledgeMoment {
  /** UTC midnight. */
  from: Date;
  rateBps: number;
  termDays: number;
  plan?: PlanTerms | null;
  /** From when the days of the plan count, UTC midnight; absent: from the receipt. */
  datesFrom?: Date | null;
}

/** What a loan records about its amendments; every field is absent without any. */
export interface AmendedLoan {
  /** The live amendment. */
  amendment?: LiveAmendment | null;
  /** The number of the last amendment of any status. */
  lastAmendment?: number | null;
  /** Effective amendments, the document of the last one, and its first day. */
  amended?: { count: number; sha256: string | null; effectiveOn: Date } | null;
  /** Numbers of effective amendments whose document has no seal yet. */
  unsealedAmendments?: number[] | null;
  /** The terms of effective amendments, oldest first. */
  changedTerms?: ChangedTerms[] | null;
  /** Fees of effective amendments. */
  agreedFees?: (DatedAmount & KnowledgeMoment)[] | null;
  waivers?: (Waiver & KnowledgeMoment)[] | null;
  advances?: Advance[] | null;
  /** Accelerations that new terms ended: what accrued under them stays due. */
  pastAccelerations?: { at: Date }[] | null;
  /** Extended on or after its due date: never repaid on time. */
  extendedLate?: boolean | null;
}

/** The record fields that a balance depends on. */
export const amendedKeys = [
  'changedTerms',
  'agreedFees',
  'waivers',
  'advances',
  'pastAccelerations',
] as const satisfies readonly (keyof AmendedLoan)[];

/** Effective ones per loan. */
export const maxAmendments = 12;
/** Proposals per loan, whatever became of them. */
export const maxProposals = 60;
/** From the receipt to the last due date. */
export const maxAmendedDays = 3_650;
/** A tenth of the principal. */
export const maxFeeShare = 0.1;
export const maxMessageLength = 1_000;

export const buildAmendmentId = (escrowId: string, seq: number): string => `${escrowId}-${seq}`;

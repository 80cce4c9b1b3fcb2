/** The loan record that rules, database and GraphQL share. */

import type { ContractKind, EscrowStatus } from '@nameloan/contracts/loan';
import type { Accrual } from '@nameloan/loan-math/accrual';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import type { AmendedLoan } from '../loan/amendment.ts';
import type { SoldLoan } from '../loan/assignment/assignment.ts';
import type { Continuation, DefaultRecord } from '../loan/decisions.ts';
import type { HeldRelease, LoanEnd } from '../loan/loan-end.ts';
import type { HoldPause, LoanHold } from '../loan/loan-hold.ts';
import type { LoanPayees } from '../loan/loan-payee.ts';
import type { CountedPayment, DeniedClaim, OpenPayment } from '../loan/payment.ts';
import type { RefinanceRecord } from '../loan/refinance/refinance.ts';
import type { EscrowRole, Holder, Party } from '../loan/roles.ts';
import type { Settlement } from './settlement.ts';

/** A payment as one party describes it. */
export interface PaymentNote {
  /** The day named by the party, UTC midnight. */
  date: Date | null;
  method: string | null;
  reference: string | null;
  /** When the party stated it. */
  at: Date;
}

/** The receipt of the loan money; interest and the term run from `at`. */
export interface Receipt extends PaymentNote {
  /** SILENCE: deemed received; the lender can never seize on such a receipt. */
  by: 'BORROWER' | 'SILENCE';
}

/** The lender's statement that the money was sent. */
export interface SentNote extends PaymentNote {
  /** Its record among the loan's payments; absent in statements made by former releases. */
  paymentId?: string | null;
}

/** The borrower's open claim of repayment; date, method and reference are required. */
export interface RepaymentClaim {
  date: Date;
  method: string;
  reference: string;
  at: Date;
  /** What was paid, at least the payoff of that day; absent in claims made by former releases. */
  amountCents?: number | null;
  /** Its record among the loan's payments; absent in claims made by former releases and without an amount. */
  paymentId?: string | null;
  /** The former lender that was paid; absent: the present lender. */
  formerLenderId?: string | null;
}

export interface Escalation {
  at: Date;
  by: Party | 'SYSTEM';
  reason: string | null;
  evidence: string | null;
  /** Set when custody was lost during the dispute, which can then only end with the platform. */
  custodyLostAt?: Date | null;
  /** When each side said that its evidence is complete; absent in old records. */
  evidenceDone?: Partial<Record<Party, Date | null>> | null;
}

/** One loan. Money is in integer US cents, the term in whole days, the rate in basis points a year. */
export interface Escrow extends AmendedLoan, DefaultRecord, RefinanceRecord, SoldLoan {
  id: string;
  /** Raised by every write; a write is conditional on the version read. */
  version: number;
  status: EscrowStatus;
  /** When the current status was entered; periods of silence count from here. */
  statusAt: Date;
  createdAt: Date;

  offerId: string;
  listingId: string;
  domainId: string;
  domainName: string;
  unicodeName: string;
  borrowerId: string;
  lenderId: string;
  /** Names at acceptance; the contract prints them. */
  borrowerName: string;
  lenderName: string;

  amountCents: number;
  termDays: number;
  rateBps: number;
  /** The payment plan; absent: one payment at the end of the term. */
  plan?: PlanTerms | null | undefined;
  /** As offered; `findLoanAccrual` says what counts. Absent in old records: COMPOUND_365. */
  accrual?: Accrual | null;
  /** SHA-256 (hex) of the contract that states `accrual`. */
  accrualSha256?: string | null;
  contract: ContractKind;
  /** The platform's fee for the transfer into custody as listed, US cents; absent in old records. */
  transferFeeCents?: number | null;
  /** The borrower's declaration of business purposes; the contract prints it. */
  businessStatement?: string | null;

  /** The registrant during the loan; absent in old records: the borrower. */
  holder?: Holder | null;
  /** When domains reserved the name for this loan. */
  reservedAt: Date | null;
  contractDrawnAt: Date | null;
  /** SHA-256 (hex) of the PDF that both parties sign. */
  contractSha256: string | null;
  /** Encrypted tokens of the signing pages, one per party. */
  borrowerContractToken: string | null;
  lenderContractToken: string | null;
  borrowerSignedAt: Date | null;
  lenderSignedAt: Date | null;
  /** When the sealed PDF was stored. */
  sealedAt: Date | null;

  /** Set on arrival in any status, so that the arrival conflicts with a concurrent second signature. */
  inCustodyAt: Date | null;
  custodyLostAt: Date | null;
  /** The domain's version at the newest known custody event; absent in old records. */
  custodyVersion?: number | null;
  /** The domain has arrived and must be registered until this date; null once it is. */
  renewUntil?: Date | null;
  cancelRequestedAt: Date | null;

  /** What the borrower stated at acceptance about claims of others; null: none is known. Absent in old records. */
  knownClaims?: string | null;
  /** The active legal hold of the domain; absent without one. */
  legalHold?: LoanHold | null;
  /** Times of former holds, oldest first, in which deadlines that depend on the domain did not run. */
  holdPauses?: HoldPause[] | null;
  /** The domain's version at the newest known event about a hold. */
  holdVersion?: number | null;

  /** The lender's period to mark the loan as paid runs from here; absent in old records until the backfill. */
  fundingFrom?: Date | null;
  /** The lender's mark that lapses without payment details; absent in marks of old records, which never lapse. */
  markedAt?: Date | null;
  /** When the lender's latest mark lapsed. */
  markLapsedAt?: Date | null;
  /** The loan ended after the lender's deadline without a mark: counts in the lender's record. */
  unfunded?: boolean | null;

  /** Where each party is paid; absent until one has chosen. */
  payees?: LoanPayees | null;
  /** The lender's statement that the money was sent. */
  sent: SentNote | null;
  /** Files about `sent` among the loan's evidence; absent without any. */
  sentEvidenceIds?: string[] | null;
  receipt: Receipt | null;
  /** receipt.at + termDays, or the due date of the last instalment; stored because jobs query it. */
  dueAt: Date | null;
  /** The due date of the oldest unpaid instalment; absent in loans with one payment. */
  instalmentDueAt?: Date | null;
  /** When the notice of default was sent. */
  noticeAt: Date | null;
  /** Reminders due before this time are settled, by a reminder or by a transition that carries the same notice. */
  remindedAt?: Date | null;
  /** When the lender was notified of the end of grace; absent in old records until the backfill. */
  graceEndNotifiedAt?: Date | null;
  claim: RepaymentClaim | null;
  /** Confirmed, corrected and deemed part payments, in the order of the answers; absent without any. */
  countedPayments?: CountedPayment[] | null;
  /** Part payments without an answer, in the order of the reports; absent without any. */
  openPayments?: OpenPayment[] | null;
  /** Claims that the lender denied or a continuation closed; absent in old records. */
  deniedClaims?: DeniedClaim[] | null;
  /** A claim that blocked a seizure after the due date was denied, so that no later one blocks it. */
  blockingClaimUsed?: boolean | null;
  /** An operator or both parties stated that the lender may seize; only an extension that both sign takes it back. */
  maySeize?: boolean | null;
  continuation?: Continuation | null;
  /** The parties that escalated after grace, or after `maySeize`. */
  escalatedAfterGrace?: Partial<Record<Party, boolean | null>> | null;
  /** The latest escalation; it stays after the dispute ends, so that operators keep read access. */
  escalation: Escalation | null;
  /** Number of evidence files per side; absent in loans without any. */
  evidenceFiles?: Record<Party, number> | null;
  /** A proposal that the other party has not agreed to yet; absent in old records. */
  settlement?: Settlement | null;

  /** The place in each party's list (rank-loan.ts); absent in old records until the backfill. */
  borrowerRank?: number;
  lenderRank?: number;

  finalizedAt: Date | null;
  /** How the loan ended; absent in loans that ended before there was this field. */
  endedBy?: LoanEnd | null;
  /** The last day of interest, UTC midnight; only on repaid loans. */
  repaidOn: Date | null;
  /** The amount owed on that day; only on loans repaid after a receipt. */
  finalPayoffCents: number | null;
  /** The amount owed when the domain went to the lender; only on loans with a receipt. */
  dischargedCents?: number | null;
  /** Of a loan that was decided for the platform; absent while the platform holds the domain. */
  heldRelease?: HeldRelease | null;
}

/** The terms that an accepted offer freezes. */
export type EscrowTerms = Pick<
  Escrow,
  | 'offerId'
  | 'listingId'
  | 'domainId'
  | 'domainName'
  | 'unicodeName'
  | 'borrowerId'
  | 'lenderId'
  | 'borrowerName'
  | 'lenderName'
  | 'amountCents'
  | 'termDays'
  | 'rateBps'
  | 'plan'
  | 'accrual'
  | 'contract'
  | 'transferFeeCents'
  | 'businessStatement'
  | 'knownClaims'
  | 'replacing'
>;

/** Creates the loan of an accepted offer, at version 1, waiting for the reservation and both signatures. */
export function newEscrow(terms: EscrowTerms, id: string, now: Date): Escrow {
  return {
    id,
    version: 1,
    status: 'PENDING_SIGNATURE',
    statusAt: now,
    createdAt: now,
    ...terms,
    reservedAt: null,
    contractDrawnAt: null,
    contractSha256: null,
    borrowerContractToken: null,
    lenderContractToken: null,
    borrowerSignedAt: null,
    lenderSignedAt: null,
    sealedAt: null,
    inCustodyAt: null,
    custodyLostAt: null,
    custodyVersion: null,
    renewUntil: null,
    cancelRequestedAt: null,
    fundingFrom: null,
    markedAt: null,
    markLapsedAt: null,
    unfunded: null,
    sent: null,
    receipt: null,
    dueAt: null,
    noticeAt: null,
    remindedAt: null,
    graceEndNotifiedAt: null,
    claim: null,
    deniedClaims: null,
    blockingClaimUsed: null,
    maySeize: null,
    continuation: null,
    escalatedAfterGrace: null,
    escalation: null,
    evidenceFiles: null,
    settlement: null,
    finalizedAt: null,
    repaidOn: null,
    finalPayoffCents: null,
    dischargedCents: null,
  };
}

/**
 * The role of an account in this loan. A party is never its operator, and an operator has access only after an
 * escalation. Everyone else is an OUTSIDER and gets NOT_FOUND.
 */
export function findRole(
  escrow: Pick<Escrow, 'borrowerId' | 'lenderId' | 'escalation'>,
  accountId: string,
  isOperator: boolean,
): EscrowRole | 'OUTSIDER' {
  if (accountId === escrow.borrowerId) return 'BORROWER';
  if (accountId === escrow.lenderId) return 'LENDER';
  return isOperator && escrow.escalation !== null ? 'OPERATOR' : 'OUTSIDER';
}

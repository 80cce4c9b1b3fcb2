/** The loan itself: the one type that rules, database and GraphQL share. */

import type { ContractKind, EscrowStatus } from '@nameloan/contracts/loan.ts';
import type { HistoryEntry } from '../loan/history.ts';
import type { EscrowRole, Party } from '../loan/roles.ts';
import type { Settlement } from './settlement.ts';

/** A payment as one party describes it. */
export interface PaymentNote {
  /** The day named by the party, UTC midnight. */
  date: Date | null;
  method: string | null;
  reference: string | null;
  /** When it was said. */
  at: Date;
}

/** The loan money has arrived; interest and the term run from `at`. */
export interface Receipt extends PaymentNote {
  /** SILENCE: deemed received, which never opens the way to a seizure by the lender. */
  by: 'BORROWER' | 'SILENCE';
}

/** The borrower's open claim of repayment: all of it is required. */
export interface RepaymentClaim {
  date: Date;
  method: string;
  reference: string;
  at: Date;
}

export interface Escalation {
  at: Date;
  by: Party | 'SYSTEM';
  reason: string | null;
  evidence: string | null;
  /** Custody was lost while the dispute was open: from then on it can end only with the platform. */
  custodyLostAt?: Date | null;
}

/**
 * One loan. Money is integer US cents, the term whole days, the rate basis points a year; ids are
 * texts. What happened to it in which order stands in its history (HistoryEntry), kept separately.
 */
export interface Escrow {
  id: string;
  /** Raised by every write; a write is conditional on the version it read. */
  version: number;
  status: EscrowStatus;
  /** When the present status was entered; silence is counted from here. */
  statusAt: Date;
  createdAt: Date;

  offerId: string;
  listingId: string;
  domainId: string;
  /** A-label, frozen at acceptance. */
  domainName: string;
  unicodeName: string;
  borrowerId: string;
  lenderId: string;
  /** Names as they were at acceptance; they stand in the contract. */
  borrowerName: string;
  lenderName: string;

  amountCents: number;
  termDays: number;
  rateBps: number;
  contract: ContractKind;
  /** The platform's fee for the transfer into custody as listed, US cents; absent in loans from before it was kept. */
  transferFeeCents?: number | null;
  /** What the borrower has declared about business purposes; it stands in the contract. */
  businessStatement?: string | null;

  /** When domains reserved the name for this loan. */
  reservedAt: Date | null;
  contractDrawnAt: Date | null;
  /** SHA-256 (hex) of the PDF that both parties are shown and sign. */
  contractSha256: string | null;
  /** Unguessable tokens of the signing pages, one each. */
  borrowerContractToken: string | null;
  lenderContractToken: string | null;
  borrowerSignedAt: Date | null;
  lenderSignedAt: Date | null;
  /** When the sealed PDF was stored. */
  sealedAt: Date | null;

  /** Written by custody's arrival whatever the status, so that it conflicts with a second signature. */
  inCustodyAt: Date | null;
  custodyLostAt: Date | null;
  /** The domain's version at the newest fact about custody that is known; absent in loans from before it was kept. */
  custodyVersion?: number | null;
  /** The domain has arrived and waits to be registered until here; null once that is so. */
  renewUntil?: Date | null;
  cancelRequestedAt: Date | null;

  /** The lender's statement that the money was sent. */
  sent: PaymentNote | null;
  receipt: Receipt | null;
  /** receipt.at + termDays; stored because jobs look for it. */
  dueAt: Date | null;
  /** When the notice of default went out. */
  noticeAt: Date | null;
  /** Up to here nothing is left to remind of: the last reminder, or another move that told the same. */
  remindedAt?: Date | null;
  claim: RepaymentClaim | null;
  /** The latest escalation; it stays after the dispute was resolved, and lets operators keep reading. */
  escalation: Escalation | null;
  /** How many files each side has brought; absent in loans without any. */
  evidenceFiles?: Record<Party, number> | null;
  /** What one party has proposed and the other has yet to agree to; absent in loans from before there was any. */
  settlement?: Settlement | null;

  finalizedAt: Date | null;
  /** The day up to which interest ran, UTC midnight; only of a loan that was repaid. */
  repaidOn: Date | null;
  /** What was owed on that day; only of a loan that was repaid after a confirmed receipt. */
  finalPayoffCents: number | null;
  /** What was owed when the domain went to the lender instead; only of a loan whose money was received. */
  dischargedCents?: number | null;
}

/** What an accepted offer fixes for ever. */
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
  | 'contract'
  | 'transferFeeCents'
  | 'businessStatement'
>;

/** The loan that an acceptance creates, at version 1, waiting for the reservation and both signatures. */
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
    sent: null,
    receipt: null,
    dueAt: null,
    noticeAt: null,
    remindedAt: null,
    claim: null,
    escalation: null,
    evidenceFiles: null,
    settlement: null,
    finalizedAt: null,
    repaidOn: null,
    finalPayoffCents: null,
    dischargedCents: null,
  };
}

/** The history's first line: the borrower accepted the offer. */
export function openingEntry(escrow: Escrow): HistoryEntry {
  return {
    escrowId: escrow.id,
    version: escrow.version,
    at: escrow.createdAt,
    by: 'BORROWER',
    accountId: escrow.borrowerId,
    actor: escrow.borrowerName,
    action: 'ACCEPT_OFFER',
    from: null,
    to: escrow.status,
    note: null,
  };
}

/**
 * What `accountId` is in this loan. A party is never its operator; an operator sees a loan only once it
 * was escalated; everyone else is a OUTSIDER, to whom the loan does not exist (404).
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

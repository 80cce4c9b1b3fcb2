/** The loan itself: the one type that rules, database and GraphQL share, and the words for its states. */

/** Every status a loan can have (requirements.txt section 4; the spelling SEZIURE is the customer's). */
export const escrowStatuses = [
  'PENDING_SIGNATURE',
  'NEW',
  'DOMAIN_IN_CUSTODY',
  'LOAN_POSTED',
  'ESCALATED',
  'FINALIZED_LENDER_SEIZURE',
  'FINALIZED_RETURN_TO_BORROWER',
  'FINALIZED_PLATFORM_SEZIURE',
  'CANCELLED',
] as const;
export type EscrowStatus = (typeof escrowStatuses)[number];

/** The status as screens show it. */
export const statusLabels = {
  PENDING_SIGNATURE: 'Pending Signature',
  NEW: 'Waiting for Transfer',
  DOMAIN_IN_CUSTODY: 'Waiting for Payment',
  LOAN_POSTED: 'Marked Paid',
  ESCALATED: 'Disputed',
  FINALIZED_LENDER_SEIZURE: 'Seized',
  FINALIZED_RETURN_TO_BORROWER: 'Complete',
  FINALIZED_PLATFORM_SEZIURE: 'Seized',
  CANCELLED: 'Cancelled',
} as const satisfies Record<EscrowStatus, string>;

/** Statuses that a loan never leaves. */
export const finalStatuses = [
  'FINALIZED_LENDER_SEIZURE',
  'FINALIZED_RETURN_TO_BORROWER',
  'FINALIZED_PLATFORM_SEZIURE',
  'CANCELLED',
] as const satisfies readonly EscrowStatus[];

/** Statuses in which the domain is bound to this loan. */
export const openStatuses = [
  'PENDING_SIGNATURE',
  'NEW',
  'DOMAIN_IN_CUSTODY',
  'LOAN_POSTED',
  'ESCALATED',
] as const satisfies readonly EscrowStatus[];

export type Party = 'BORROWER' | 'LENDER';
/** As the people's API shows it. */
export type EscrowRole = Party | 'OPERATOR';
/** Whoever makes a move: a person in a role, a fact or the clock (SYSTEM), or someone who is no party. */
export type EscrowActorRole = EscrowRole | 'SYSTEM' | 'STRANGER';

/** 0 "Standard Agreement (Bank Transfer)", 1 "Standard Agreement (Cryptocurrency)". */
export type ContractKind = 0 | 1;

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
  cancelRequestedAt: Date | null;

  /** The lender's statement that the money was sent. */
  sent: PaymentNote | null;
  receipt: Receipt | null;
  /** receipt.at + termDays; stored because jobs look for it. */
  dueAt: Date | null;
  /** When the notice of default went out. */
  noticeAt: Date | null;
  claim: RepaymentClaim | null;
  /** The latest escalation; it stays after the dispute was resolved, and lets operators keep reading. */
  escalation: Escalation | null;

  finalizedAt: Date | null;
  /** The day up to which interest ran, UTC midnight; only of a loan that was repaid. */
  repaidOn: Date | null;
  /** What was owed on that day; only of a loan that was repaid after a confirmed receipt. */
  finalPayoffCents: number | null;
}

/** One line of a loan's history: who, when, what. `from` equals `to` where the status stayed. */
export interface HistoryEntry {
  escrowId: string;
  /** The loan's version after the entry; orders entries of the same moment. */
  version: number;
  at: Date;
  by: EscrowRole | 'SYSTEM';
  /** Null for SYSTEM. */
  accountId: string | null;
  /** The person's name, or "System". */
  actor: string;
  action: string;
  from: EscrowStatus | null;
  to: EscrowStatus;
  note: string | null;
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
    cancelRequestedAt: null,
    sent: null,
    receipt: null,
    dueAt: null,
    noticeAt: null,
    claim: null,
    escalation: null,
    finalizedAt: null,
    repaidOn: null,
    finalPayoffCents: null,
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
 * was escalated; everyone else is a STRANGER, to whom the loan does not exist (404).
 */
export function roleIn(
  escrow: Pick<Escrow, 'borrowerId' | 'lenderId' | 'escalation'>,
  accountId: string,
  isOperator: boolean,
): EscrowRole | 'STRANGER' {
  if (accountId === escrow.borrowerId) return 'BORROWER';
  if (accountId === escrow.lenderId) return 'LENDER';
  return isOperator && escrow.escalation !== null ? 'OPERATOR' : 'STRANGER';
}

/** Whether a loan in this status is over for good. */
export function isFinal(status: EscrowStatus): boolean {
  return (finalStatuses as readonly EscrowStatus[]).includes(status);
}

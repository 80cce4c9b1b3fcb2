/** A payment between the parties of a loan, as both of them record it (docs/product-rules.md#payments). */

import type { OldLenderLeg } from './refinance/refinance.ts';
import { refinanceLegs } from './refinance/refinance.ts';
import type { Party } from './roles.ts';

/**
 * ADVANCE: the loan's money. REPAYMENT: a part payment, or the payment of the payoff. AMENDMENT: the agreed money of one.
 * The others: of a refinancing.
 */
export const paymentLegs = ['ADVANCE', 'REPAYMENT', 'AMENDMENT', ...refinanceLegs] as const;
export type PaymentLeg = (typeof paymentLegs)[number];

/** OLD_LENDER: the lender of the loan that is refinanced. */
export const paymentParties = ['BORROWER', 'LENDER', 'OLD_LENDER'] as const;
export type PaymentParty = (typeof paymentParties)[number];

/**
 * REPORTED: the payee has not answered. CORRECTED: confirmed with another amount. DEEMED: counted without an answer.
 * DENIED: not confirmed by the payee, or not before the loan ended. WITHDRAWN: by the payer, or the mark lapsed.
 */
export const paymentStatuses = [
  'REPORTED',
  'CONFIRMED',
  'CORRECTED',
  'DENIED',
  'DEEMED',
  'WITHDRAWN',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export interface Payment {
  id: string;
  version: number;
  escrowId: string;
  leg: PaymentLeg;
  /** The number of the amendment; only of AMENDMENT. */
  amendment?: number | null;
  /** Of a leg to the old lender: the loan that it repays. */
  oldEscrowId?: string | null;
  from: PaymentParty;
  to: PaymentParty;
  /** The former lender that it was paid to, and that answers it; absent: the present lender. */
  formerLenderId?: string | null;
  /** The day of the payment, UTC midnight; only an advance may lack it. */
  valueDay: Date | null;
  /** As reported. */
  amountCents: number;
  method: string | null;
  reference: string | null;
  /** Of the payee's details that the payer knew at the time; null if none were chosen. */
  payeeVersion: number | null;
  /** Files of the payer about it, among the loan's evidence. */
  evidenceIds: string[];
  reportedBy: Party;
  reportedAt: Date;
  status: PaymentStatus;
  /** What counts; null unless confirmed, corrected or deemed. */
  confirmedCents: number | null;
  answeredAt: Date | null;
  /** Why it was denied. */
  reason: string | null;
}

/** A part payment that lowers the debt from its day. */
export interface CountedPayment {
  id: string;
  /** The day of the payment, UTC midnight. */
  day: Date;
  amountCents: number;
  /** What an amendment agreed that it lowers the principal by; absent for other payments. */
  principalCents?: number | null;
  /** The number of the amendment whose agreed money it is; absent for other payments. */
  amendment?: number | null;
  /** The former lender that it was paid to after the sale; absent for other payments. */
  formerLenderId?: string | null;
  /** When it counted because its payee did not answer; null if the payee confirmed it. */
  deemedAt: Date | null;
}

/** A part payment that its payee has not answered yet. */
export interface OpenPayment {
  id: string;
  /** The day of the payment, UTC midnight. */
  day: Date;
  amountCents: number;
  /** With both method and reference, the payment counts in the end without an answer. */
  method: string | null;
  reference: string | null;
  reportedAt: Date;
  remindedAt: Date | null;
  /** Paid for a refinancing, in which only the lender's answer counts; absent otherwise. */
  leg?: OldLenderLeg | null;
  /** The number of the amendment whose agreed money it is. */
  amendment?: number | null;
  /** The former lender that it was paid to. */
  formerLenderId?: string | null;
}

/** What identifies a claim that was denied: a new claim may not repeat it. */
export interface DeniedClaim {
  date: Date;
  reference: string;
}

/** A loan's recorded payments of all statuses; claims of repayment have room beyond part payments, since one ends the loan. */
export const maxPayments = 400;
export const maxRecords = 450;
/** From which a loan takes no payment of its refinancing, so that its lender leaves room for the borrower's. */
export const maxLegs = 40;
/** Without an answer. */
export const maxOpenPayments = 20;
/** $1 and $10 billion. */
export const paymentBounds = { minCents: 100, maxCents: 1_000_000_000_000 } as const;

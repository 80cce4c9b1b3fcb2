/** The sale of a loan by its lender to another account (docs/product-rules.md#sales). */

import type { LoanPayee } from '../loan-payee.ts';

/**
 * OFFERED: the link is open. ACCEPTED: bound to one buyer, the deed waits for signatures. SIGNED: by both. SENT: the buyer
 * says that the price is paid. DISPUTED: the seller denies that or did not answer. NOT_CLOSED: by an operator. VOID: the
 * loan ended first.
 */
export const liveSaleStatuses = ['OFFERED', 'ACCEPTED', 'SIGNED', 'SENT', 'DISPUTED'] as const;
export const assignmentStatuses = [
  ...liveSaleStatuses,
  'CLOSED',
  'WITHDRAWN',
  'DECLINED',
  'EXPIRED',
  'NOT_CLOSED',
  'VOID',
] as const;
export type LiveSaleStatus = (typeof liveSaleStatuses)[number];
export type AssignmentStatus = (typeof assignmentStatuses)[number];

export const isLiveSale = (status: AssignmentStatus): status is LiveSaleStatus =>
  (liveSaleStatuses as readonly AssignmentStatus[]).includes(status);

export const saleParties = ['SELLER', 'BUYER'] as const;
export type SaleParty = (typeof saleParties)[number];

/** The open sale, in the loan's document. */
export interface OpenSale {
  /** The assignment's id. */
  id: string;
  status: LiveSaleStatus;
}

/** A sale that closed, in the loan's document. */
export interface ClosedSale {
  /** The assignment's id. */
  id: string;
  sellerId: string;
  sellerName: string;
  buyerId: string;
  /** Interest of later days is the buyer's, UTC midnight. */
  day: Date;
  priceCents: number;
  /** What was owed on that day by the deed. */
  owedCents: number;
  closedAt: Date;
  /** How many of the loan's counted payments were answered before. */
  counted: number;
  /** Where the seller was paid; null if nothing was chosen. */
  payee: LoanPayee | null;
}

/** What a loan records about its sales; every field is absent without any. */
export interface SoldLoan {
  sale?: OpenSale | null;
  /** In the order of their closings. */
  sales?: ClosedSale[] | null;
}

/** Closed ones per loan. */
export const maxSales = 12;
/** $1 and $100 million. */
export const priceBounds = { minCents: 100, maxCents: 10_000_000_000 } as const;

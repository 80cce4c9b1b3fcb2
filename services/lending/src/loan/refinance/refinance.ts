/** What two loans record about a refinancing: the old loan is repaid by the new one (docs/decisions/0163-refinancing.md). */

/**
 * PAYOFF: the new lender pays the old one. TOP_UP: the borrower pays the old lender what the payoff takes beyond that.
 * SURPLUS: after the closing the new lender pays the borrower what is left of the new loan.
 */
export const refinanceLegs = ['PAYOFF', 'TOP_UP', 'SURPLUS'] as const;
export type RefinanceLeg = (typeof refinanceLegs)[number];
export type OldLenderLeg = Exclude<RefinanceLeg, 'SURPLUS'>;

/** A payment of the refinancing, without those that were withdrawn. */
export interface LegRecord {
  id: string;
  leg: RefinanceLeg;
  /** UTC midnight. */
  day: Date;
  amountCents: number;
  method: string;
  reference: string;
  reportedAt: Date;
  /** What the payee confirmed; null while it waits for an answer, and if it was denied. */
  confirmedCents: number | null;
  deniedAt: Date | null;
}

/** In the new loan. */
export interface Replacing {
  /** The old loan's id. */
  escrowId: string;
  /** As the old contract names it. */
  lenderName: string;
  /** When the old lender answered the payoff letter. */
  letterAt: Date | null;
  /** When its parties were notified that the letter has no answer. */
  letterRemindedAt?: Date | null;
  legs: LegRecord[];
}

/** The old lender's answer to the payoff letter. */
export interface LetterAnswer {
  at: Date;
  /** What the old lender demands beyond the computed payoff, in cents; negative if it is content with less. */
  correctionCents: number;
  /** Why; null without a correction. */
  reason: string | null;
  /** Of the details to pay to; null if none were chosen. */
  payeeVersion: number | null;
}

/** In the old loan, while a new loan is going to replace it or once it has. */
export interface Replacement {
  /** The new loan's id. */
  escrowId: string;
  since: Date;
  letter: LetterAnswer | null;
  /** The new lender's payment of the payoff, reported and not withdrawn. */
  payoff: LegRecord | null;
  /** Since when the old lender has less than the payoff after its answer; null if nothing is missing. */
  shortSince: Date | null;
}

/** The fields of a loan. */
export interface RefinanceRecord {
  /** The loan that this one replaces; absent in all others. */
  replacing?: Replacing | null;
  /** The loan that replaces this one; absent without a refinancing. */
  replacement?: Replacement | null;
  /** The last listing that offers to refinance this loan; absent without one. */
  refinanceListingId?: string | null;
}

export const newReplacing = (old: { id: string; lenderName: string }): Replacing => ({
  escrowId: old.id,
  lenderName: old.lenderName,
  letterAt: null,
  legs: [],
});

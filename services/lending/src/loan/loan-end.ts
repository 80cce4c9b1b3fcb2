/** How a loan ended. */

import type { EscrowStatus } from '@nameloan/contracts/loan';
import type { Party } from './roles.ts';

export const loanEnds = [
  'REPAID',
  'REFINANCED',
  'SEIZED',
  'SURRENDERED',
  'PLATFORM',
  'CANCELLED',
] as const;
export type LoanEnd = (typeof loanEnds)[number];

const ends: Partial<Record<EscrowStatus, LoanEnd>> = {
  FINALIZED_RETURN_TO_BORROWER: 'REPAID',
  FINALIZED_LENDER_SEIZURE: 'SEIZED',
  FINALIZED_PLATFORM_SEZIURE: 'PLATFORM',
  CANCELLED: 'CANCELLED',
};

/** By its last status alone, which is the same for a surrender and a seizure, and for a refinanced loan; null while the loan is open. */
export const findLoanEnd = (status: EscrowStatus): LoanEnd | null => ends[status] ?? null;

/** An operator's release of a domain that a decision gave to the platform. */
export interface HeldRelease {
  to: Party;
  at: Date;
  /** The operator's name. */
  by: string;
}

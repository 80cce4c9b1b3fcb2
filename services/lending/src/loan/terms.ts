/** The terms that listings, offers and loans share, and the names of the contract kinds. */

import type { ContractKind } from '@nameloan/contracts/loan';
import type { PlannedRecord } from './plan/plan.ts';

export const contractNames = {
  0: 'Standard Agreement (Bank Transfer)',
  1: 'Standard Agreement (Cryptocurrency)',
} as const satisfies Record<ContractKind, string>;

/** Money in integer US cents, the term in whole days, the rate in basis points per year. */
export interface LoanTerms extends PlannedRecord {
  amountCents: number;
  termDays: number;
  rateBps: number;
}

/** The name for display: both spellings if they differ. */
export function formatDomainName(terms: { domainName: string; unicodeName: string }): string {
  return terms.domainName === terms.unicodeName
    ? terms.domainName
    : `${terms.unicodeName} (${terms.domainName})`;
}

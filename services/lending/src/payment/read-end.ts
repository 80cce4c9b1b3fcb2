/** Reads how a loan ended, also of one that ended before its record said so. */

import { histories } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { LoanEnd } from '../loan/loan-end.ts';
import { findLoanEnd } from '../loan/loan-end.ts';

/** Null while the loan is open. */
export async function readEnd({
  id,
  status,
  endedBy,
}: Pick<Escrow, 'id' | 'status' | 'endedBy'>): Promise<LoanEnd | null> {
  const end = endedBy ?? findLoanEnd(status);
  if (endedBy || end !== 'SEIZED') return end;
  const surrender = await histories.findOne({ escrowId: id, action: 'FINALIZE_SURRENDER' });
  return surrender ? 'SURRENDERED' : 'SEIZED';
}

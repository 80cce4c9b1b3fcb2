/** A dispute that ends because its amendment counts: the loan continues with the new terms. Pure. */

import type { Escrow } from '../../escrow.ts';
import { buildContinueChanges } from '../dispute/dispute-transitions.ts';

/** The changes of the amendment, and those of a decision that the loan continues. */
export function continueAmended(
  escrow: Escrow,
  effect: Partial<Escrow>,
  now: Date,
): Partial<Escrow> {
  if (escrow.status !== 'ESCALATED') return effect;
  return { ...buildContinueChanges({ ...escrow, ...effect }, now), ...effect };
}

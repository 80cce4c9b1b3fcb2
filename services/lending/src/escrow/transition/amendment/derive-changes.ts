/** What follows from every transition of a loan: its due dates, and the end of its amendment. Pure. */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import type { Escrow } from '../../escrow.ts';
import { updateInstalments } from '../../instalment/update-instalments.ts';
import { voidAmendment } from './amendment-effect.ts';

export function deriveChanges(
  before: Escrow,
  after: Escrow,
  applied: { transition: EscrowTransition; now: Date },
): Partial<Escrow> {
  return { ...updateInstalments(before, after, applied), ...voidAmendment(before, after) };
}

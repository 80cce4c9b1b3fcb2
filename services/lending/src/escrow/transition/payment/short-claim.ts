/** Recognises the confirmation of a claimed payment that arrived short, after which the borrower has to act. */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import type { Escrow } from '../../escrow.ts';

/** A confirmation leaves the claim open unless it is of the claimed payment and leaves something owed. */
export function closesShortClaim(
  before: Escrow,
  after: Escrow,
  transition: EscrowTransition,
): boolean {
  return transition === 'CONFIRM_PAYMENT' && before.claim !== null && after.claim === null;
}

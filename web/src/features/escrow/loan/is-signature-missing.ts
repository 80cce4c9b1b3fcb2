/** Decides whether the page of a loan requests its reader's signature. */

import type { Loan } from '../loan-parties.ts';

/** Whether the reader is a party that has yet to sign. */
export function isSignatureMissing({ status, role, borrowerSigned, lenderSigned }: Loan): boolean {
  if (status !== 'PENDING_SIGNATURE' || role === 'OPERATOR') return false;
  return role === 'BORROWER' ? !borrowerSigned : !lenderSigned;
}

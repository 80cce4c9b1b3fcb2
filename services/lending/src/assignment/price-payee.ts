/** Where the buyer of a loan pays its price: the payee that the seller chose for the loan. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { findPayee } from '../escrow/loan-payee.ts';
import type { DisclosedPayee } from '../payee/payment-instructions.ts';
import { discloseNamedPayee } from '../payee/payment-instructions.ts';
import { commit, quotas } from '../service-context.ts';
import type { FoundAssignment } from './find-assignment.ts';

/** Only for the buyer, once both have signed and until the sale has ended. Throws TOO_MANY_REQUESTS. */
export async function readPricePayee(
  { accountId }: AccountActor,
  { assignment, escrow, role }: FoundAssignment,
): Promise<DisclosedPayee | null> {
  const { status, sellerId } = assignment;
  if (role !== 'BUYER' || (status !== 'SIGNED' && status !== 'SENT')) return null;
  await commit((tx) => quotas.take('paymentDetailViews', accountId, tx));
  return discloseNamedPayee(sellerId, findPayee(escrow, 'LENDER'));
}

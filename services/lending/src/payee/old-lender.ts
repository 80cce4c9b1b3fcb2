/** The payee of the payments that repay an old loan: that of its lender (docs/decisions/0163-refinancing.md). */

import { DomainError } from '@nameloan/contracts/errors';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import { findPayoffLeg } from '../escrow/balance/advances.ts';
import { computePayoffLegCents, computeRestCents } from '../escrow/balance/refinance-rest.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { EscrowRole } from '../loan/roles.ts';
import type { Payer, ValidPayee } from './valid-payee.ts';
import { requestValidPayee } from './valid-payee.ts';

/** In the old loan. */
export const oldLenderPayer: Payer = { party: 'BORROWER', paid: 'LENDER' };

/** Signed by both, and not closed yet. */
export const paysOldLender = ({ replacing, status }: Escrow): boolean =>
  Boolean(replacing) && status === 'NEW';

/** Throws CONFLICT with NO_PAYEE if the old lender has chosen none. */
export async function requestOldLenderPayee(
  next: Escrow,
): Promise<{ old: Escrow; found: ValidPayee }> {
  const old = await escrows.get(next.replacing?.escrowId ?? '');
  return { old, found: await requestValidPayee(old, oldLenderPayer) };
}

/** Today's payoff, at most the new loan, for the new lender; the rest for the borrower. */
export function computeOldLenderAmount(old: Escrow, next: Escrow, role: EscrowRole): number {
  const legCents = computePayoffLegCents(old, next, now());
  const isPaid = findPayoffLeg(next)?.confirmedCents != null;
  const restCents = computeRestCents(old, utcDay(now()));
  const amountCents = role === 'LENDER' ? legCents : restCents - (isPaid ? 0 : legCents);
  if (amountCents > 0) return amountCents;
  throw new DomainError('CONFLICT', 'Nothing is owed to the old lender.', {
    reason: 'NOTHING_OWED',
  });
}

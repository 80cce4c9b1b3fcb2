/** A new rate and a higher principal plan the payments to come again, so they wait until none is due. Pure. */

import { DomainError } from '@nameloan/contracts/errors';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import type { AmendmentDraft } from '../../../loan/amendment.ts';
import { replayLoan } from '../../balance/replay-loan.ts';
import type { Escrow } from '../../escrow.ts';

/** Throws CONFLICT with PAYMENT_DUE for a new rate alone, and for a higher principal, while a payment is due on `day`, or the loan is accelerated. */
export function assertRateCanChange(
  escrow: Escrow,
  { kind }: Pick<AmendmentDraft, 'kind'>,
  day: Date,
): void {
  const { receipt, acceleratedAt } = escrow;
  if (!(kind === 'RATE' || kind === 'PRINCIPAL_UP') || receipt === null) return;
  const { rows } = replayLoan(escrow, receipt, { day });
  const isDue = rows.some(({ due, state }) => state !== 'PAID' && due <= utcDay(day));
  if (!isDue && !acceleratedAt) return;
  const what = kind === 'RATE' ? 'rate cannot change' : 'principal cannot grow';
  throw new DomainError(
    'CONFLICT',
    `The ${what} while a payment is due. Extend the loan, or pay what is due first.`,
    { reason: 'PAYMENT_DUE' },
  );
}

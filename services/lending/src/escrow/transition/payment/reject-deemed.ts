/** An operator's decision that payments which counted by silence did not arrive. Pure. */

import { invalidInput } from '@nameloan/contracts/field-errors';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { CountedPayment } from '../../../loan/payment.ts';
import type { Escrow } from '../../escrow.ts';

const { deemedPaymentDays } = loanCalendar;

/** Counted by silence so shortly before the present dispute that this dispute is about it. */
function isRejectable({ deemedAt, amendment }: CountedPayment, { escalation }: Escrow): boolean {
  // What was set off against further principal belongs to it.
  if (!deemedAt || !escalation || amendment != null) return false;
  return deemedAt <= escalation.at && escalation.at < addDays(deemedAt, deemedPaymentDays);
}

/** Ids of the payments that a decision of the open dispute can reject. */
export function listRejectable(escrow: Escrow): string[] {
  if (escrow.status !== 'ESCALATED') return [];
  const counted = (escrow.countedPayments ?? []).filter((one) => isRejectable(one, escrow));
  return counted.map(({ id }) => id);
}

/** `ids`: of payments that no longer count. Throws INVALID_INPUT for any that this dispute is not about. */
export function rejectDeemed(
  escrow: Escrow,
  ids: readonly string[] | null | undefined,
): Pick<Escrow, 'countedPayments'> {
  if (!ids?.length) return {};
  const counted = escrow.countedPayments ?? [];
  const isKnown = (id: string) => counted.some((one) => one.id === id && isRejectable(one, escrow));
  if (!ids.every(isKnown)) {
    throw invalidInput({
      rejectPayments: `Only payments that counted by silence within ${deemedPaymentDays} days before the dispute can be rejected.`,
    });
  }
  return { countedPayments: counted.filter(({ id }) => !ids.includes(id)) };
}

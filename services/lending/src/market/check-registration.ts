/** How long a domain has to be registered for a loan. */

import { DomainError } from '@nameloan/contracts/errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import { computeLastDueDate } from '../escrow/balance/due-date.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { Offer } from '../offer/offer.ts';
import { request } from '../service-context.ts';

/**
 * The latest expected due date of a loan accepted at `at`: signed and transferred on the last possible day, then paid at
 * once. Domains checks the registration period against it.
 */
export function computeLatestDueDate(
  at: Date,
  terms: Parameters<typeof computeLastDueDate>[0] & { replacing?: Escrow['replacing'] | true },
): Date {
  const { signatureDays, transferDays, refinanceDays } = loanCalendar;
  const startDays = terms.replacing ? refinanceDays : transferDays;
  return computeLastDueDate(terms, addDays(at, signatureDays + startDays));
}

/**
 * Throws CONFLICT with REGISTRATION_TOO_SHORT for a refinancing whose domain is not registered for long enough: the
 * borrower renews it before the old lender is notified of the new loan. Domains checks it again with its reservation.
 */
export async function assertRegisteredBeyond(offer: Offer): Promise<void> {
  const { refinances, domainId, borrowerId: accountId } = offer;
  if (!refinances) return;
  const domain = await request('domains.listing-eligibility', { domainId, accountId });
  if (!domain.expiresAt) return;
  const { registeredPastDueDays } = loanCalendar;
  const due = computeLatestDueDate(now(), { ...offer, replacing: true });
  const needed = addDays(due, registeredPastDueDays);
  if (new Date(domain.expiresAt) >= needed) return;
  throw new DomainError(
    'CONFLICT',
    `${domain.unicodeName} must be registered until ${formatDate(needed)}, ${registeredPastDueDays} days after the latest due date of the new loan. Renew it first.`,
    { reason: 'REGISTRATION_TOO_SHORT' },
  );
}

/** What an amendment is checked against outside its loan: country rules, and the registration of the domain. */

import { DomainError } from '@nameloan/contracts/errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import { addDays, utcDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import type { CheckedLoan } from '../country/check-country.ts';
import { checkCountries } from '../country/check-country.ts';
import { computePrincipalCents } from '../escrow/balance/balance.ts';
import { findPresentTerms } from '../escrow/balance/replay-loan.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { findLoanAccrual } from '../loan/accrual.ts';
import type { AmendmentDraft } from '../loan/amendment.ts';
import { parties } from '../party/party.model.ts';
import { request } from '../service-context.ts';

type ListingEligibility = ReplyPayload<'domains.listing-eligibility'>;

/** Domains' reply about the loan's domain; null unless the due date changes. */
export async function readRegistration(
  { domainId, borrowerId: accountId }: Escrow,
  { kind }: AmendmentDraft,
): Promise<ListingEligibility | null> {
  if (kind !== 'EXTEND') return null;
  return request('domains.listing-eligibility', { domainId, accountId });
}

/**
 * Throws CONFLICT with REGISTRATION_TOO_SHORT unless the domain is registered until 90 days after the new due date, and
 * as the country rules do for the loan as it would be.
 */
export async function checkAmendment(
  escrow: Escrow,
  draft: AmendmentDraft,
  registration: ListingEligibility | null,
): Promise<void> {
  assertRegistered(draft, registration);
  if (draft.kind === 'WAIVE') return;
  const [borrower, lender] = await Promise.all([
    parties.find(escrow.borrowerId),
    parties.find(escrow.lenderId),
  ]);
  await checkCountries(buildAmendedLoan(escrow, draft), 'AMEND', {
    BORROWER: borrower?.legalAddress ?? null,
    LENDER: lender?.legalAddress ?? null,
  });
}

function assertRegistered(
  { terms }: AmendmentDraft,
  registration: ListingEligibility | null,
): void {
  if (!terms.due || !registration?.expiresAt) return;
  const { registeredPastDueDays } = loanCalendar;
  const needed = addDays(terms.due, registeredPastDueDays);
  if (new Date(registration.expiresAt) >= needed) return;
  throw new DomainError(
    'CONFLICT',
    `${registration.unicodeName} must be registered until ${formatDate(needed)}, ${registeredPastDueDays} days after the new due date. The borrower renews it first.`,
    { reason: 'REGISTRATION_TOO_SHORT' },
  );
}

/** The loan from today on, as if it were made with what is left: its fee counts among its costs. */
function buildAmendedLoan(escrow: Escrow, { terms, feeCents }: AmendmentDraft): CheckedLoan {
  const { receipt, dueAt, businessStatement = null } = escrow;
  const accrual = findLoanAccrual(escrow);
  const { amountCents, termDays, rateBps } = escrow;
  if (receipt === null || dueAt === null)
    return { amountCents, termDays, rateBps, accrual, businessStatement };
  const today = utcDay(now());
  const present = findPresentTerms(escrow, receipt);
  return {
    amountCents: Math.max(1, computePrincipalCents(escrow, receipt, today)),
    termDays: Math.max(1, wholeDays(today, terms.due ?? utcDay(dueAt))),
    rateBps: terms.rateBps ?? present.rateBps,
    accrual,
    transferFeeCents: feeCents,
    businessStatement,
  };
}

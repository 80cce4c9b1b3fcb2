/** What an amendment is checked against outside its loan: country rules, and the registration of the domain. */

import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { formatCents } from '@nameloan/contracts/money';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import { contracts } from '../contract/contract.model.ts';
import type { Contract } from '../contract/contract.ts';
import { checkCountries } from '../country/check-country.ts';
import { computePrincipalCents } from '../escrow/balance/balance.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { buildAmendedLoan } from '../escrow/transition/amendment/amended-loan.ts';
import { computeChangedTerms, findLastDue } from '../escrow/transition/amendment/changed-terms.ts';
import { readLoanBounds } from '../listing/term-bounds.ts';
import type { AmendmentDraft } from '../loan/amendment.ts';
import type { LegalAddress } from '../loan/legal-address.ts';
import type { Party } from '../loan/roles.ts';
import { parties } from '../party/party.model.ts';
import { request } from '../service-context.ts';

type ListingEligibility = ReplyPayload<'domains.listing-eligibility'>;

/** Domains' reply about the loan's domain; null unless the due date changes or further principal is lent until it. */
export async function readRegistration(
  { domainId, borrowerId: accountId }: Escrow,
  { kind }: AmendmentDraft,
): Promise<ListingEligibility | null> {
  if (kind !== 'EXTEND' && kind !== 'PLAN' && kind !== 'PRINCIPAL_UP') return null;
  return request('domains.listing-eligibility', { domainId, accountId });
}

/**
 * Throws INVALID_INPUT for a principal beyond the installation's bounds, CONFLICT with REGISTRATION_TOO_SHORT unless the domain is registered until 90 days after the new due date, and
 * as the country rules do for the loan as it would be.
 */
export async function checkAmendment(
  escrow: Escrow,
  draft: AmendmentDraft,
  registration: ListingEligibility | null,
): Promise<void> {
  assertRegistered(escrow, draft, registration);
  if (draft.kind === 'WAIVE') return;
  if (draft.kind === 'PRINCIPAL_UP') assertBounds(escrow, draft);
  const contract = await contracts.find(escrow.id);
  const [borrower, lender] = await Promise.all([
    findAddress(escrow.borrowerId, 'BORROWER', contract),
    findAddress(escrow.lenderId, 'LENDER', contract),
  ]);
  const addresses = { BORROWER: borrower, LENDER: lender };
  await checkCountries(buildAmendedLoan(escrow, draft, now()), 'AMEND', addresses);
}

/** The account's, or else the one on the contract, so that the first check is not at the signature. */
async function findAddress(
  accountId: string,
  party: Party,
  contract: Contract | undefined,
): Promise<LegalAddress | null> {
  const account = await parties.find(accountId);
  const signature = contract?.signatures.find((signed) => signed.party === party);
  return account?.legalAddress ?? signature?.legalAddress ?? null;
}

function assertBounds(escrow: Escrow, { terms }: AmendmentDraft): void {
  const { receipt } = escrow;
  const { max } = readLoanBounds().amountCents;
  if (receipt === null) return;
  const left = computePrincipalCents(escrow, receipt, utcDay(now()));
  if (left + (terms.amountCents ?? 0) <= max) return;
  throw invalidInput({ 'terms.amount': `The principal is at most ${formatCents(max)}.` });
}

function assertRegistered(
  escrow: Escrow,
  draft: AmendmentDraft,
  registration: ListingEligibility | null,
): void {
  const { receipt, dueAt } = escrow;
  if (receipt === null || dueAt === null || !registration?.expiresAt) return;
  const today = utcDay(now());
  const loan = { ...escrow, receipt };
  const changed = computeChangedTerms(loan, draft, { from: today, agreedOn: today });
  const { registeredPastDueDays } = loanCalendar;
  const due = changed ? findLastDue(loan, changed) : utcDay(dueAt);
  const needed = addDays(due, registeredPastDueDays);
  if (new Date(registration.expiresAt) >= needed) return;
  throw new DomainError(
    'CONFLICT',
    `${registration.unicodeName} must be registered until ${formatDate(needed)}, ${registeredPastDueDays} days after the due date. The borrower renews it first.`,
    { reason: 'REGISTRATION_TOO_SHORT' },
  );
}

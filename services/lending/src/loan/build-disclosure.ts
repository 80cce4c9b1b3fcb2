/** Builds the cost disclosure of a listing, an offer, a contract or a loan. */

import type { Accrual } from '@nameloan/loan-math/accrual';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import type { Disclosure } from './disclosure.ts';
import { computeDisclosure } from './disclosure.ts';
import { hasInstalments } from './plan/plan.ts';
import type { LoanTerms } from './terms.ts';
import { formatDomainName } from './terms.ts';

interface DisclosableLoan extends LoanTerms {
  domainName: string;
  unicodeName: string;
  transferFeeCents?: number | null | undefined;
  accrual: Accrual;
}

/** The record fields that the disclosure depends on, next to the accrual. */
export const disclosureKeys = [
  'amountCents',
  'termDays',
  'rateBps',
  'plan',
  'transferFeeCents',
  'domainName',
  'unicodeName',
] as const satisfies readonly (keyof DisclosableLoan)[];

/** Exact interest over ten years takes milliseconds, and pages of listings repeat the same terms. */
const cache = new Map<string, Disclosure>();
const maxCached = 5_000;

/** Assumes receipt now unless the time of receipt is known. */
export function buildDisclosure(of: DisclosableLoan, receivedAt: Date | null = null): Disclosure {
  const { amountCents, termDays, rateBps, plan, transferFeeCents, accrual } = of;
  const arrival = receivedAt ?? now();
  const domainName = formatDomainName(of);
  const terms = `${amountCents} ${termDays} ${rateBps} ${accrual} ${transferFeeCents ?? 0}`;
  // The months of a plan depend on its start.
  const planned = hasInstalments(of) ? JSON.stringify([utcDay(arrival), plan]) : '';
  const key = `${terms} ${planned}${domainName}`;
  let disclosure = cache.get(key);
  if (!disclosure) {
    if (cache.size >= maxCached) cache.clear();
    disclosure = computeDisclosure(
      { amountCents, termDays, rateBps, plan, accrual, transferFeeCents, domainName },
      arrival,
    );
    cache.set(key, disclosure);
  }
  return { ...disclosure, dueOn: addDays(arrival, disclosure.termDays) };
}

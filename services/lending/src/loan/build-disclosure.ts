/** The box of figures beside a listing, an offer, a contract or a loan. */

import { addDays } from '@nameloan/figures/calendar-day.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Disclosure } from './disclosure.ts';
import { disclosure } from './disclosure.ts';
import type { LoanTerms } from './terms.ts';
import { formatDomainName } from './terms.ts';

interface DisclosableLoan extends LoanTerms {
  domainName: string;
  unicodeName: string;
  transferFeeCents?: number | null | undefined;
}

/** What the box is made of. */
export const disclosureKeys = [
  'amountCents',
  'termDays',
  'rateBps',
  'transferFeeCents',
  'domainName',
  'unicodeName',
] as const satisfies readonly (keyof DisclosableLoan)[];

/** Exact figures over ten years cost milliseconds; a page of listings asks for the same ones again and again. */
const kept = new Map<string, Disclosure>();
const maxCached = 5_000;

/** As if the money arrived now, unless it is known when it did. */
export function buildDisclosure(of: DisclosableLoan, receivedAt: Date | null = null): Disclosure {
  const { amountCents, termDays, rateBps, transferFeeCents } = of;
  const arrival = receivedAt ?? now();
  const domainName = formatDomainName(of);
  const key = `${amountCents} ${termDays} ${rateBps} ${transferFeeCents ?? 0} ${domainName}`;
  let figures = kept.get(key);
  if (!figures) {
    if (kept.size >= maxCached) kept.clear();
    figures = disclosure({ amountCents, termDays, rateBps, transferFeeCents, domainName }, arrival);
    kept.set(key, figures);
  }
  return { ...figures, dueOn: addDays(arrival, termDays) };
}

/** The box of figures beside a listing, an offer, a contract or a loan. */

import { now } from '@nameloan/service/clock.ts';
import type { LoanTerms } from '../listing/listing.ts';
import type { Disclosure } from './disclosure.ts';
import { disclosure } from './disclosure.ts';
import { domainInWords } from './terms.ts';

interface Named extends LoanTerms {
  domainName: string;
  unicodeName: string;
}

/** As if the money arrived now, unless it is known when it did. */
export function discloseOf(of: Named, receivedAt: Date | null = null): Disclosure {
  const { amountCents, termDays, rateBps } = of;
  const terms = { amountCents, termDays, rateBps, domainName: domainInWords(of) };
  return disclosure(terms, receivedAt ?? now());
}

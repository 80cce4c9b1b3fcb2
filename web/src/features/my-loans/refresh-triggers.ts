/** What a page with both lists shows, as far as it changes by itself or by what is sent. */

import type { LoanLineFragment } from './loan-table.generated.ts';
import type { OfferTermsFragment } from './offer-terms.generated.ts';
import type { Shown } from './use-live-lists.ts';

export function momentsOf(
  loans: readonly LoanLineFragment[] = [],
  offers: readonly OfferTermsFragment[] = [],
): Shown {
  const pending = offers.filter(({ status }) => status === 'PENDING');
  return {
    offerIds: new Set(offers.map(({ id }) => id)),
    moments: [
      ...pending.map(({ expiresAt }) => expiresAt),
      ...loans.flatMap(({ dueAt, graceEndsAt, waitingFor }) => [
        dueAt,
        graceEndsAt,
        waitingFor.until,
      ]),
    ],
  };
}

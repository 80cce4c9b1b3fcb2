/** Collects what makes the lists of a page refetch: the offers shown and the times at which a row changes. */

import type { LoanRowFragment } from './loan-table.generated.ts';
import type { OfferTermsFragment } from './offer-terms.generated.ts';
import type { RefreshTriggers } from './use-live-lists.ts';

export function getRefreshTriggers(
  loans: readonly LoanRowFragment[] = [],
  offers: readonly OfferTermsFragment[] = [],
): RefreshTriggers {
  const pending = offers.filter(({ status }) => status === 'PENDING');
  return {
    offerIds: new Set(offers.map(({ id }) => id)),
    times: [
      ...pending.map(({ expiresAt }) => expiresAt),
      ...loans.flatMap(({ dueAt, graceEndsAt, waitingFor }) => [
        dueAt,
        graceEndsAt,
        waitingFor.until,
      ]),
    ],
  };
}

/** Replies to lending: whether an account may list a domain now, with the data for the listing. */

import type { ReplyPayload } from '@nameloan/contracts/requests';
import { shownAppraisal } from '../appraisal/choose-appraiser.ts';
import { findSuffix } from '../suffix/suffixes.ts';
import { domains } from './domain.model.ts';
import { assertOwner, inCustody, listingConditions } from './domain.ts';

export async function getListingEligibility(request: {
  domainId: string;
  accountId: string;
}): Promise<ReplyPayload<'domains.listing-eligibility'>> {
  const domain = assertOwner(await domains.find(request.domainId), request.accountId);
  const suffix = findSuffix(domain.suffix);
  return {
    domainId: domain.id,
    version: domain.version,
    accountId: domain.accountId,
    name: domain.name,
    ...listingConditions(domain, suffix),
    maxYears: suffix?.maxYears ?? null,
    transferFeeCents: inCustody(domain) ? 0 : (suffix?.transferFeeCents ?? 0),
    expiresAt: domain.expiresAt?.toISOString() ?? null,
    lowCents: shownAppraisal(domain)?.lowCents ?? null,
    midCents: shownAppraisal(domain)?.midCents ?? null,
  };
}

/** Replies to lending: whether an account may list domains now, with the data for the listings. */

import type { ReplyPayload } from '@nameloan/contracts/requests';
import { shownAppraisal } from '../../appraisal/choose-appraiser.ts';
import { diligenceRecords } from '../../diligence/diligence.model.ts';
import { assessRecord } from '../../diligence/read-diligence.ts';
import { toRegistration } from '../../diligence/registration.ts';
import { refreshRejected } from '../../diligence/request-report.ts';
import { commit, serviceContext } from '../../service-context.ts';
import { findSuffix } from '../../suffix/suffixes.ts';
import { domains } from '../domain.model.ts';
import type { Domain } from '../domain.ts';
import { assertOwner, inCustody } from '../domain.ts';
import { listingConditions, toDiligenceSubject } from './listing-conditions.ts';

type ListingEligibility = ReplyPayload<'domains.listing-eligibility'>;

export async function getListingEligibility(request: {
  domainId: string;
  accountId: string;
}): Promise<ListingEligibility> {
  const domain = assertOwner(await domains.find(request.domainId), request.accountId);
  const { eligibility, isRejected } = await describeEligibility(domain);
  if (isRejected) await refreshAll([domain]);
  return eligibility;
}

/** Of those that are the account's. */
export async function getListingEligibilities(request: {
  domainIds: string[];
  accountId: string;
}): Promise<ReplyPayload<'domains.listing-eligibilities'>> {
  const { domainIds, accountId } = request;
  const own = await domains.findMany({ _id: { $in: domainIds }, accountId, active: true });
  // Their reports are read by one command.
  const described = await Promise.all(own.map(describeEligibility));
  const rejected = own.filter((_, at) => described[at]?.isRejected);
  if (rejected.length > 0) await refreshAll(rejected);
  return { domains: described.map(({ eligibility }) => eligibility) };
}

/** By the stored report. A rejection requests another one, so that it ends soon after its cause. */
async function describeEligibility(
  domain: Domain,
): Promise<{ eligibility: ListingEligibility; isRejected: boolean }> {
  const suffix = findSuffix(domain.suffix);
  const record = await diligenceRecords.findById(domain.name);
  const assessment = assessRecord(record, toDiligenceSubject(domain));
  const eligibility = {
    domainId: domain.id,
    version: domain.version,
    accountId: domain.accountId,
    name: domain.name,
    ...listingConditions(domain, suffix, assessment),
    registration: toRegistration(record),
    maxYears: suffix?.maxYears ?? null,
    transferFeeCents: inCustody(domain) ? 0 : (suffix?.transferFeeCents ?? 0),
    expiresAt: domain.expiresAt?.toISOString() ?? null,
    lowCents: shownAppraisal(domain)?.lowCents ?? null,
    midCents: shownAppraisal(domain)?.midCents ?? null,
  };
  return {
    eligibility,
    isRejected: assessment.reasons.some((reason) => reason !== 'SUFFIX'),
  };
}

/** One commit for all. Best effort: the listing is rejected anyway, and the report is read again on its schedule. */
async function refreshAll(rejected: readonly Domain[]): Promise<void> {
  try {
    await commit(async (tx) => {
      for (const domain of rejected) await refreshRejected(domain, tx);
    });
  } catch (error) {
    serviceContext.log.warn({ err: error }, 'rejected listings could not request new reports');
  }
}

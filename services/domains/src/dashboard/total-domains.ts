/** Counts an account's domains and sums their estimates, in total and by status. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { appraiser } from '../appraisal/choose-appraiser.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { domainStatuses } from '../domain/domain.ts';

interface Total {
  count: number;
  /** Sum of the mid estimates of domains that have one. */
  estimatedValue: number;
}

export interface DomainTotals extends Total {
  /** In the order of the statuses. */
  byStatus: (Total & { status: Domain['status'] })[];
}

export async function totalDomains({ accountId }: AccountActor): Promise<DomainTotals> {
  const sums = { by: 'status', sum: 'appraisal.midCents' } as const;
  const tallies = await domains.tally({ accountId, active: true }, sums);
  const byStatus = domainStatuses.flatMap((status) => {
    const found = tallies.find(({ of }) => of === status);
    // Without an appraiser no stored estimate is shown.
    return found
      ? [{ status, count: found.count, estimatedValue: appraiser() ? found.sum : 0 }]
      : [];
  });
  return {
    count: byStatus.reduce((all, { count }) => all + count, 0),
    estimatedValue: byStatus.reduce((all, { estimatedValue }) => all + estimatedValue, 0),
    byStatus,
  };
}

/** All domains of an account, counted and valued together and by status. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';

interface Total {
  count: number;
  /** Sum of the mids of those that have an estimate. */
  estimatedValue: number;
}

export interface DomainTotals extends Total {
  byStatus: (Total & { status: Domain['status'] })[];
}

type Valued = Pick<Domain, 'status' | 'appraisal'>;

export async function totalDomains({ accountId }: AccountActor): Promise<DomainTotals> {
  const mine = await domains.pick({ accountId, active: true }, ['status', 'appraisal']);
  const byStatus = [...Map.groupBy(mine, ({ status }) => status)];
  return {
    ...totalOf(mine),
    byStatus: byStatus.map(([status, those]) => ({ status, ...totalOf(those) })),
  };
}

function totalOf(those: readonly Valued[]): Total {
  const estimatedValue = those.reduce((sum, { appraisal }) => sum + (appraisal?.midCents ?? 0), 0);
  return { count: those.length, estimatedValue };
}

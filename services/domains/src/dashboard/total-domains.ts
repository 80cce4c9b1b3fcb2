/** All domains of an account, counted by status and valued together. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';

export interface DomainTotals {
  count: number;
  byStatus: { status: Domain['status']; count: number }[];
  /** Sum of the mids of those that have an estimate. */
  estimatedValue: number;
}

export async function totalDomains({ accountId }: AccountActor): Promise<DomainTotals> {
  const mine = await domains.pick({ accountId, active: true }, ['status', 'appraisal']);
  const byStatus = [...Map.groupBy(mine, ({ status }) => status)];
  return {
    count: mine.length,
    byStatus: byStatus.map(([status, those]) => ({ status, count: those.length })),
    estimatedValue: mine.reduce((sum, { appraisal }) => sum + (appraisal?.midCents ?? 0), 0),
  };
}

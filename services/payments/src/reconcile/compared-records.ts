/** Reconciliation: exposes holds and staff records for comparison, and releases holds. */

import type { Page } from '@nameloan/subgraph/http/reconcile-endpoint';
import { repair } from '@nameloan/subgraph/http/reconcile-endpoint';
import { z } from 'zod';
import { holds } from '../hold/hold.model.ts';
import { releaseHold } from '../hold/release-hold.ts';
import { staff } from '../staff/staff.model.ts';

export type HoldRow = Awaited<ReturnType<typeof readHolds>>[number];
export type StaffRow = Awaited<ReturnType<typeof readStaff>>[number];

/** A page contains only open holds; requested ids also include ended ones. */
async function readHolds({ filter, options }: Page) {
  const only = '$in' in filter._id ? {} : ({ status: 'HELD' } as const);
  const found = await holds.findMany({ ...filter, ...only }, options);
  return found.map(({ id, status, kind, accountId, amountCents, reference, createdAt }) => {
    return { id, status, kind, accountId, amountCents, reference, at: createdAt.toISOString() };
  });
}

async function readStaff({ filter, options }: Page) {
  const found = await staff.findMany(filter, options);
  return found.map(({ id, accountVersion, operator }) => {
    return { id, accountVersion, details: { operator } };
  });
}

/** CONFLICT if it was charged since. */
async function releaseHoldById({ holdId }: { holdId: string }): Promise<string> {
  await releaseHold({ holdId });
  return `hold ${holdId} was released`;
}

export const comparedRecords = {
  reads: { holds: readHolds, accounts: readStaff },
  repairs: { 'release-hold': repair(z.strictObject({ holdId: z.string() }), releaseHoldById) },
};

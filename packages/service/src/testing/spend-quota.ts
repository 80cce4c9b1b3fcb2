/** For tests: an account that has all but a few of a quota behind it. */

import type { Quota } from '@nameloan/contracts/quotas.ts';
import { quotas } from '@nameloan/contracts/quotas.ts';
import type { ServiceContext } from '../service-context.ts';

export async function spendQuota(
  { store }: ServiceContext,
  quota: Quota,
  { key, left }: { key: string; left: number },
): Promise<void> {
  const { most, seconds } = quotas[quota];
  // Half a piece more, which time gives back while the test runs.
  const spentMs = ((most - left - 0.5) * seconds * 1000) / most;
  const wholeAt = new Date(Date.now() + spentMs);
  const rows = store.connection.collection<{ _id: string }>('quotas');
  const set = { $set: { version: 1, wholeAt } };
  await rows.updateOne({ _id: `${quota} ${key}` }, set, { upsert: true });
}

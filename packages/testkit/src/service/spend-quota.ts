/** Uses up an account's quota except for a few units. */

import type { Quota } from '@nameloan/contracts/quotas';
import { quotas } from '@nameloan/contracts/quotas';
import type { ServiceContext } from '@nameloan/subgraph/service-context';

export async function spendQuota(
  { store }: ServiceContext,
  quota: Quota,
  { key, left }: { key: string; left: number },
): Promise<void> {
  const { max, seconds } = quotas[quota];
  // Half a unit of reserve, because the quota refills while the test runs.
  const spentMs = ((max - left - 0.5) * seconds * 1000) / max;
  const wholeAt = new Date(Date.now() + spentMs);
  const rows = store.connection.collection<{ _id: string }>('quotas');
  const update = { $set: { version: 1, wholeAt } };
  await rows.updateOne({ _id: `${quota} ${key}` }, update, { upsert: true });
}

/** Finds out what has become of transfers in at a registrar without a message queue, with one request for all of them. */

import { domains } from '../../domain/domain.model.ts';
import type { Registrar } from '../../registrar/registrar.ts';
import { heldBy } from '../../registrars.ts';
import { isInconclusive } from '../../registry.ts';
import { commit, serviceContext } from '../../service-context.ts';
import { pollFasterForNow } from '../poll-interval.ts';

/** As many as the list has at most. */
const maxTransfers = 5000;
const subscribeIntervalMs = 86_400_000;
/** Wall time of this process's last subscription. */
const subscribedAt = new WeakMap<Registrar, number>();

/** A transfer that needs attention is checked by its own job, which reads it again. */
export async function pollTransfers(registrar: Registrar): Promise<void> {
  await subscribeDaily(registrar);
  const pending = { ...heldBy(registrar), pendingTransfer: 'IN' as const, active: true };
  const found = await domains.findMany(
    { ...pending, 'transferIn.state': 'REQUESTED' },
    { limit: maxTransfers },
  );
  if (found.length === 0 || !registrar.listTransfers) return;
  try {
    const transfers = await registrar.listTransfers();
    const running = transfers.filter(({ status, obstacle }) => status === 'pending' && !obstacle);
    const unchanged = new Set(running.map(({ name }) => name));
    const listed = new Set(transfers.map(({ name }) => name));
    for (const { id, name } of found) {
      // The list has earlier transfers of the name too.
      if (unchanged.has(name) || !listed.has(name)) continue;
      await commit((tx) => tx.schedule({ kind: 'watch-transfer', key: id }));
      pollFasterForNow(registrar.id);
    }
  } catch (error) {
    if (!isInconclusive(error)) throw error;
    const { id: connection } = registrar;
    serviceContext.log.warn({ err: error, connection }, 'transfers cannot be listed');
  }
}

/** A subscription may have been removed on the registrar's website. One that fails is repeated with the next poll. */
async function subscribeDaily(registrar: Registrar): Promise<void> {
  const { id: connection } = registrar;
  const at = performance.now();
  const last = subscribedAt.get(registrar);
  if (!registrar.subscribe || (last !== undefined && at - last < subscribeIntervalMs)) return;
  subscribedAt.set(registrar, at);
  await registrar.subscribe().catch((error: unknown) => {
    subscribedAt.delete(registrar);
    // Without notices the list of transfers and the daily checks find the same, later.
    serviceContext.log.warn({ err: error, connection }, 'notices cannot be subscribed to');
  });
}

/** Collection of alert keys. */

import type { Tx } from '@nameloan/persistence/tx';
import { defineModel } from '../service-context.ts';
import type { AlertKey } from './alert-key.ts';

const alertKeyModel = defineModel<AlertKey>('alert_keys', {
  label: 'alert key',
  fields: {
    version: Number,
    aggregateId: String,
    settledVersion: Number,
    openedVersion: Number,
  },
});

/**
 * Writes the record even if nothing changes, so that a concurrent alert and the event that settles it conflict and the
 * later one sees the other.
 */
export async function updateAlertKey(
  id: string,
  change: (alertKey: AlertKey) => AlertKey,
  tx: Tx,
): Promise<AlertKey> {
  const known = await alertKeyModel.find(id, tx);
  if (known) return alertKeyModel.update(known, change(known), tx);
  const initial = { id, version: 1, aggregateId: null, settledVersion: 0, openedVersion: 0 };
  return alertKeyModel.add(change(initial), tx);
}

/** Where it is kept what facts have said of the matters of alerts. */

import type { Tx } from '@nameloan/service/store/tx.ts';
import { defineModel } from '../kit.ts';
import type { AlertKey } from './alert-key.ts';

export const alertKeyModel = defineModel<AlertKey>('matters', {
  called: 'matter',
  fields: {
    version: Number,
    aggregateId: String,
    settledVersion: Number,
    openedVersion: Number,
  },
});

/**
 * Written even where it does not change, so that an alert and the fact that settles it, at the same time, conflict
 * and the later one sees the other.
 */
export async function updateAlertKey(
  id: string,
  change: (matter: AlertKey) => AlertKey,
  tx: Tx,
): Promise<AlertKey> {
  const known = await alertKeyModel.find(id, tx);
  if (known) return alertKeyModel.move(known, change(known), tx);
  const unheard = { id, version: 1, aggregateId: null, settledVersion: 0, openedVersion: 0 };
  return alertKeyModel.add(change(unheard), tx);
}

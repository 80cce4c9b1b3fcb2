/** Where it is kept what facts have said of the matters of alerts. */

import type { Tx } from '@nameloan/service/store/tx.ts';
import { defineModel } from '../kit.ts';
import type { Matter } from './matter.ts';

export const matterModel = defineModel<Matter>('matters', {
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
export async function writeMatter(
  id: string,
  change: (matter: Matter) => Matter,
  tx: Tx,
): Promise<Matter> {
  const known = await matterModel.find(id, tx);
  if (known) return matterModel.move(known, change(known), tx);
  const unheard = { id, version: 1, aggregateId: null, settledVersion: 0, openedVersion: 0 };
  return matterModel.add(change(unheard), tx);
}

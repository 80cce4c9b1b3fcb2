/** Writes the records of a loan's amendments in the transaction of the transition. */

import type { Tx } from '@nameloan/persistence/tx';
import type { AppliedTransition } from '../transitions.ts';
import { amendments } from './amendment.model.ts';
import { listAmendmentChanges } from './amendment-records.ts';

export async function writeAmendments(applied: AppliedTransition, tx: Tx): Promise<void> {
  const { added, updated } = listAmendmentChanges(applied);
  for (const amendment of added) await amendments.add(amendment, tx);
  for (const [id, update] of updated) {
    const amendment = await amendments.get(id, tx);
    await amendments.update(amendment, { ...amendment, ...update }, tx);
  }
}

/** Who opened or acknowledged the details of a loan's payees. */

import type { StoredEntry } from '../escrow/escrow.model.ts';
import { histories } from '../escrow/escrow.model.ts';
import type { HistoryAction } from '../loan/history.ts';

const revealActions: readonly HistoryAction[] = ['SHOW_PAYEE', 'ACKNOWLEDGE_PAYEE'];
const maxReveals = 50;

/** Newest first. A note has the short form and the fingerprint of the version. */
export function listPayeeReveals(escrowId: string): Promise<StoredEntry[]> {
  return histories.findMany(
    { escrowId, action: { $in: [...revealActions] } },
    { sort: { version: -1, at: -1, _id: -1 }, limit: maxReveals },
  );
}

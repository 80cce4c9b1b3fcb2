/** Backfill at each start: schedules the timed transitions of open loans that have no `remindedAt`. */

import { openStatuses } from '../../loan/status.ts';
import { commit } from '../../service-context.ts';
import { escrows } from '../escrow.model.ts';
import { startTimedTransition } from './apply-transition.ts';

const batchSize = 100;

const unscheduled = { status: { $in: openStatuses }, remindedAt: { $exists: false } };

export async function startTimedTransitions(): Promise<void> {
  for (;;) {
    const found = await escrows.findProjected(unscheduled, ['version'], { limit: batchSize });
    if (found.length === 0) return;
    for (const { id } of found) {
      await commit(async (tx) => {
        const escrow = await escrows.get(id, tx);
        if (escrow.remindedAt === undefined) await startTimedTransition(escrow, tx);
      });
    }
  }
}

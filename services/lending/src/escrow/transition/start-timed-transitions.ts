/** Backfills at each start: timed transitions and ranks of loans that former releases stored without them. */

import { escrowStatuses } from '@nameloan/contracts/loan';
import type { Tx } from '@nameloan/persistence/tx';
import { openStatuses } from '../../loan/status.ts';
import { commit } from '../../service-context.ts';
import { escrows } from '../escrow.model.ts';
import type { Escrow } from '../escrow.ts';
import {
  startFundingPeriod,
  startGraceNotice,
  startTimedTransition,
  updateRanks,
} from './apply-transition.ts';

const batchSize = 100;

const unscheduled = { status: { $in: openStatuses }, remindedAt: { $exists: false } };
const withoutDeadline = { status: 'DOMAIN_IN_CUSTODY', fundingFrom: { $exists: false } } as const;
const withoutGraceNotice = {
  status: { $in: openStatuses },
  graceEndNotifiedAt: { $exists: false },
};

const withoutRanks = { status: { $in: escrowStatuses }, borrowerRank: { $exists: false } };

export async function startTimedTransitions(): Promise<void> {
  await backfill(unscheduled, async (escrow, tx) => {
    if (escrow.remindedAt === undefined) await startTimedTransition(escrow, tx);
  });
  await backfill(withoutGraceNotice, async (escrow, tx) => {
    if (escrow.graceEndNotifiedAt === undefined) await startGraceNotice(escrow, tx);
  });
  await backfill(withoutDeadline, async (escrow, tx) => {
    if (escrow.fundingFrom === undefined) await startFundingPeriod(escrow, tx);
  });
  await backfill(withoutRanks, async (escrow, tx) => {
    if (escrow.borrowerRank === undefined) await updateRanks(escrow, tx);
  });
}

async function backfill(
  filter: Parameters<typeof escrows.findProjected>[0],
  apply: (escrow: Escrow, tx: Tx) => Promise<void>,
): Promise<void> {
  for (;;) {
    const found = await escrows.findProjected(filter, ['version'], { limit: batchSize });
    if (found.length === 0) return;
    for (const { id } of found) await commit(async (tx) => apply(await escrows.get(id, tx), tx));
  }
}

/** The notice of default, at the moment a loan falls due: the only move by date so far. */

import { now } from '@nameloan/service/clock.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import { commit } from '../lending.ts';
import { bySystem } from './decide.ts';
import { escrows } from './escrow.model.ts';
import { makeMove, wantedAt } from './make-move.ts';

/** A loan that has moved on in the meantime wants no notice any more. */
export async function sendNotice({ key }: Job): Promise<void> {
  await commit(async (tx) => {
    const escrow = await escrows.find(key, tx);
    const wanted = escrow && wantedAt('send-notice', escrow);
    if (!wanted || wanted > now()) return;
    await makeMove(escrow, { input: { move: 'SEND_NOTICE' }, by: bySystem }, tx);
  });
}

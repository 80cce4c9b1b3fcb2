/** Applies a legal hold of a loan's domain to the loan: its deadlines, its history and what its parties see. */

import type { Event } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { DependencyNotReadyError } from '@nameloan/subgraph/subscribe-events';
import type { HoldPause } from '../../loan/loan-hold.ts';
import { escrows } from '../escrow.model.ts';
import type { Escrow } from '../escrow.ts';
import { recordHistory, updateDeadlines } from '../transition/apply-transition.ts';

/** Of a loan that has ended, the domain may still wait for the end of the hold. An older event changes nothing. */
export async function recordLegalHold(
  { data, at, aggregateVersion }: Event<'domains.domain.legal-hold-changed'>,
  tx: Tx,
): Promise<void> {
  const { escrowId, since, disclosed } = data;
  if (escrowId === null) return;
  const escrow = await escrows.find(escrowId, tx);
  if (!escrow) throw new DependencyNotReadyError(`loan ${escrowId} is not known yet`);
  if ((escrow.holdVersion ?? 0) >= aggregateVersion) return;
  const legalHold = since === null ? null : { since: new Date(since), disclosed };
  const holdPauses = since === null ? withPause(escrow, new Date(at)) : (escrow.holdPauses ?? null);
  const changes = { legalHold, holdPauses, holdVersion: aggregateVersion };
  const after = await updateDeadlines(escrow, changes, tx);
  // Without a word to the parties while they may not be notified.
  const isKnown = Boolean(escrow.legalHold?.disclosed);
  if (legalHold?.disclosed && !isKnown)
    await recordHistory(after, { action: 'LEGAL_HOLD', note: null }, tx);
  if (legalHold === null && isKnown)
    await recordHistory(after, { action: 'HOLD_LIFTED', note: null }, tx);
}

function withPause({ legalHold, holdPauses }: Escrow, to: Date): HoldPause[] | null {
  const pauses = holdPauses ?? [];
  if (!legalHold) return pauses;
  return [...pauses, { from: legalHold.since, to }];
}

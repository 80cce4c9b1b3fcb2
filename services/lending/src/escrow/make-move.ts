/** Makes a decided move on a loan in a transaction: record, history, events, jobs, live signal. */

import { escrowTopic } from '@nameloan/contracts/topics.ts';
import { now } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { announce } from '../kit.ts';
import type { HistoryEntry } from '../loan/history.ts';
import type { By, EscrowEvent } from './decide.ts';
import { decide } from './decide.ts';
import { escrows, histories } from './escrow.model.ts';
import type { Escrow } from './escrow.ts';
import type { MoveInput } from './moves.ts';
import type { EscrowJob } from './wanted-jobs.ts';
import { escrowJobs, wantedAt } from './wanted-jobs.ts';

/** Throws what `decide` throws; nothing is written then. */
export async function makeMove(
  escrow: Escrow,
  { input, by }: { input: MoveInput; by: By },
  tx: Tx,
): Promise<Escrow> {
  const decision = decide(escrow, input, { by, now: now() });
  const after = await escrows.move(escrow, decision.after, tx);
  await addEntry(decision.history, tx);
  for (const event of decision.events) tell(event, after, tx);
  for (const kind of escrowJobs) {
    await reschedule(kind, { before: escrow, after }, tx);
  }
  return after;
}

/** A line in the history alone: a fact that moves nothing. */
export async function noteFact(
  escrow: Escrow,
  { action, note }: { action: string; note: string | null },
  tx: Tx,
): Promise<void> {
  const { id, version, status } = escrow;
  const by = { by: 'SYSTEM', accountId: null, actor: 'System' } as const;
  await addEntry(
    { escrowId: id, version, at: now(), ...by, action, from: status, to: status, note },
    tx,
  );
}

export async function addEntry(entry: HistoryEntry, tx: Tx): Promise<void> {
  await histories.add({ id: newId(), ...entry }, tx);
  tx.afterCommit(() => announce(escrowTopic(entry.escrowId), { what: 'changed' }));
}

/** The cast pairs a subject with its own data, as EscrowEvent has checked already. */
function tell({ subject, data }: EscrowEvent, after: Escrow, tx: Tx): void {
  tx.emit(subject, after, data as never);
}

async function reschedule(
  kind: EscrowJob,
  { before, after }: { before: Escrow; after: Escrow },
  tx: Tx,
): Promise<void> {
  const was = wantedAt(kind, before)?.getTime();
  const wanted = wantedAt(kind, after);
  if (was === wanted?.getTime()) return;
  if (wanted) await tx.schedule({ kind, key: after.id, at: wanted });
  else await tx.unschedule(kind, after.id);
}

/** Adds an operator's note to the case of a domain that a decision gave to the platform. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { escrowTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { commit, publishSignal, quotas } from '../../service-context.ts';
import { escrows } from '../escrow.model.ts';
import type { Escrow } from '../escrow.ts';
import { findHeldState } from '../held.ts';
import { loadViewer, requireParticipant } from '../participant.ts';
import { readRequiredText } from '../transition/read-input.ts';
import { caseNotes } from './case-note.model.ts';

/** FORBIDDEN for all but operators who are no party; CONFLICT if the platform never held the domain. */
export function addCaseNote(actor: AccountActor, escrowId: string, text: string): Promise<Escrow> {
  return commit(async (tx) => {
    const viewer = await loadViewer(actor);
    const { escrow, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
    if (by.role !== 'OPERATOR')
      throw new DomainError('FORBIDDEN', 'Only an operator who is not a party can do this.');
    await quotas.take('loanActions', actor.accountId, tx);
    await storeNote(escrow, { accountId: actor.accountId, author: by.name, text }, tx);
    return escrow;
  });
}

export async function storeNote(
  escrow: Escrow,
  { text, ...by }: { accountId: string | null; author: string; text: string },
  tx: Tx,
): Promise<void> {
  if (findHeldState(escrow) === null)
    throw new DomainError('CONFLICT', 'The platform does not hold the domain of this loan.', {
      reason: 'STATUS',
    });
  const note = { escrowId: escrow.id, at: now(), ...by, text: readRequiredText('note', text) };
  await caseNotes.add({ id: newId(), version: 1, ...note }, tx);
  tx.afterCommit(() => publishSignal(escrowTopic(escrow.id), { what: 'changed' }));
}

/** Reads a loan's chat for whoever may see the loan. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { readEscrow } from '../escrow/read-escrows.ts';
import { messages } from './message.model.ts';
import type { EscrowMessage } from './message.ts';

/** The most that one answer carries. */
const mostAtOnce = 1_000;

/** Oldest first. Without `after` the newest thousand; with it, what follows that message. */
export async function listMessages(
  actor: AccountActor,
  escrowId: string,
  after: string | null,
): Promise<EscrowMessage[]> {
  await readEscrow(actor, escrowId);
  if (after === null) {
    const newest = { sort: { place: -1 }, limit: mostAtOnce } as const;
    return (await messages.findMany({ escrowId }, newest)).reverse();
  }
  const last = await messages.find(after);
  if (last?.escrowId !== escrowId) throw noSuchMessage();
  return messages.findMany(
    { escrowId, place: { $gt: last.place } },
    { sort: { place: 1 }, limit: mostAtOnce },
  );
}

export async function readMessage(actor: AccountActor, id: string): Promise<EscrowMessage> {
  const message = await messages.find(id);
  if (!message) throw noSuchMessage();
  await readEscrow(actor, message.escrowId);
  return message;
}

function noSuchMessage(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such message.');
}

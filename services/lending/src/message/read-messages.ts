/** Reads a loan's chat for those who may see the loan. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Keys } from '@nameloan/persistence/reads';
import { assertVisible, readIfVisible } from '../escrow/read-escrows.ts';
import type { CursorPageRequest } from '../loan/cursor-page.ts';
import { readCursorPage } from '../loan/cursor-page.ts';
import { messages } from './message.model.ts';
import type { EscrowMessage } from './message.ts';

/** Oldest first: the messages after or before a cursor, or the newest ones. */
export async function listMessages(
  actor: AccountActor,
  { escrowId, keys }: { escrowId: string; keys: Keys<EscrowMessage> },
  request: CursorPageRequest,
): Promise<EscrowMessage[]> {
  const { forward, cursor, limit } = readCursorPage(request);
  const sort = { place: forward ? 1 : -1 } as const;
  const side = await readIfVisible(actor, escrowId, async () =>
    cursor === null ? {} : { place: await buildCursorFilter(cursor, { escrowId, forward }) },
  );
  const found = await messages.findMany({ escrowId, ...side }, { sort, limit, keys });
  return forward ? found : found.reverse();
}

const placeKeys = ['escrowId', 'place'] as const;

/** A filter for the places on one side of the cursor; an empty id forwards means from the start of the chat. */
async function buildCursorFilter(
  id: string,
  { escrowId, forward }: { escrowId: string; forward: boolean },
): Promise<{ $gt: number } | { $lt: number }> {
  if (id === '' && forward) return { $gt: 0 };
  const message = await messages.findById(id, placeKeys);
  if (message?.escrowId !== escrowId) throw createNoSuchMessageError();
  return forward ? { $gt: message.place } : { $lt: message.place };
}

export async function readMessage(
  actor: AccountActor,
  id: string,
  keys: Keys<EscrowMessage>,
): Promise<EscrowMessage> {
  const message = await messages.findById(id, keys);
  if (!message) throw createNoSuchMessageError();
  await assertVisible(actor, message.escrowId);
  return message;
}

function createNoSuchMessageError(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such message.');
}

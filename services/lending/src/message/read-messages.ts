/** Reads a loan's chat for those who may see the loan. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Filter } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import type { LendingTime } from '../loan/assignment/former-lender.ts';
import type { CursorPageRequest } from '../loan/cursor-page.ts';
import { readCursorPage } from '../loan/cursor-page.ts';
import { readChatTime } from './chat-time.ts';
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
  // Also for a single record the time of a rejection must not depend on how much there is to read.
  const place = cursor === null ? null : buildCursorFilter(cursor, { escrowId, forward });
  place?.catch(() => undefined);
  const time = await readChatTime(actor, escrowId);
  const side = place === null ? {} : { place: await place };
  const found = await messages.findMany(
    { escrowId, ...side, ...buildTimeFilter(time) },
    { sort, limit, keys },
  );
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
  const message = await messages.findById(id, withTime(keys));
  if (!message) throw createNoSuchMessageError();
  const { from, until } = await readChatTime(actor, message.escrowId);
  const { createdAt } = message;
  if ((from && createdAt < from) || (until && createdAt >= until)) throw createNoSuchMessageError();
  return message;
}

const withTime = (keys: Keys<EscrowMessage>): Keys<EscrowMessage> => keys && [...keys, 'createdAt'];

/** The messages of the time in which the reader was a party. */
function buildTimeFilter({ from, until }: LendingTime): Filter<EscrowMessage> {
  if (!from && !until) return {};
  return { createdAt: { ...(from ? { $gte: from } : {}), ...(until ? { $lt: until } : {}) } };
}

function createNoSuchMessageError(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such message.');
}

/** Puts a message at the end of a loan's chat, inside a transaction. */

import { newId } from '@nameloan/service/id.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { chats, messages } from './message.model.ts';
import type { Chat, EscrowMessage } from './message.ts';

export type NewMessage = Pick<
  EscrowMessage,
  'escrowId' | 'senderId' | 'name' | 'message' | 'createdAt'
>;

/** Two at once conflict on the chat's record, so that places have no gap and no order but one. */
export async function addMessage(given: NewMessage, tx: Tx): Promise<EscrowMessage> {
  const chat = await chats.find(given.escrowId, tx);
  const place = (chat?.lastPlace ?? 0) + 1;
  const createdAt = chat && chat.lastAt > given.createdAt ? chat.lastAt : given.createdAt;
  const end: Chat = { id: given.escrowId, version: 1, lastPlace: place, lastAt: createdAt };
  if (chat) await chats.move(chat, { ...end, version: chat.version }, tx);
  else await chats.add(end, tx);
  return messages.add({ id: newId(), version: 1, ...given, place, createdAt }, tx);
}

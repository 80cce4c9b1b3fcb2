/** Puts a message at the end of a loan's chat, inside a transaction. */

import { newId } from '@nameloan/service/id.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { chats, messages } from './message.model.ts';
import type { Chat, EscrowMessage } from './message.ts';

export type NewMessage = Pick<
  EscrowMessage,
  'escrowId' | 'senderId' | 'name' | 'message' | 'clientId' | 'createdAt'
>;

/** A loan has its chat from its first moment, so that two first messages never both make one. */
export async function openChat(escrowId: string, at: Date, tx: Tx): Promise<void> {
  const chat: Chat = { id: escrowId, version: 1, lastPlace: 0, lastAt: at };
  await chats.add(chat, tx);
}

/** Two at once conflict on the chat's record, so that places have no gap and no order but one. */
export async function addMessage(given: NewMessage, tx: Tx): Promise<EscrowMessage> {
  const { escrowId } = given;
  const lastPlace = { $add: ['$lastPlace', 1] };
  const lastAt = { $max: ['$lastAt', given.createdAt] };
  const chat = await chats.reckon(escrowId, { lastPlace, lastAt }, tx);
  if (!chat) throw new Error(`the loan ${escrowId} has no chat`);
  const place = { place: chat.lastPlace, createdAt: chat.lastAt };
  return messages.add({ id: newId(), version: 1, ...given, ...place }, tx);
}

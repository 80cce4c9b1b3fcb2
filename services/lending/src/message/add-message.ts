/** Appends a message to a loan's chat, within the caller's transaction. */

import type { Tx } from '@nameloan/persistence/tx';
import { newId } from '@nameloan/runtime/id';
import { chats, messages } from './message.model.ts';
import type { Chat, EscrowMessage } from './message.ts';

export type NewMessage = Pick<
  EscrowMessage,
  'escrowId' | 'senderId' | 'name' | 'message' | 'clientId' | 'createdAt'
>;

/** The chat is created with the loan, so that two first messages cannot both create it. */
export async function openChat(escrowId: string, at: Date, tx: Tx): Promise<void> {
  const chat: Chat = { id: escrowId, version: 1, lastPlace: 0, lastAt: at };
  await chats.add(chat, tx);
}

/** Concurrent messages conflict on the chat record, so that places are unique and without gaps. */
export async function addMessage(draft: NewMessage, tx: Tx): Promise<EscrowMessage> {
  const { escrowId } = draft;
  const lastPlace = { $add: ['$lastPlace', 1] };
  const lastAt = { $max: ['$lastAt', draft.createdAt] };
  const chat = await chats.updateWith(escrowId, { lastPlace, lastAt }, tx);
  if (!chat) throw new Error(`the loan ${escrowId} has no chat`);
  const place = { place: chat.lastPlace, createdAt: chat.lastAt };
  return messages.add({ id: newId(), version: 1, ...draft, ...place }, tx);
}

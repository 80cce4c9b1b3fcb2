/** Database models of chats and messages. */

import { defineModel } from '../service-context.ts';
import type { Chat, EscrowMessage } from './message.ts';

export const messages = defineModel<EscrowMessage>('messages', {
  label: 'message',
  fields: {
    version: Number,
    escrowId: String,
    place: Number,
    senderId: String,
    name: String,
    message: String,
    clientId: String,
    createdAt: Date,
  },
  indexes: [
    [{ escrowId: 1, place: 1 }, { unique: true }],
    [
      { escrowId: 1, senderId: 1, clientId: 1 },
      { unique: true, partialFilterExpression: { clientId: { $exists: true } } },
    ],
  ],
});

export const chats = defineModel<Chat>('chats', {
  label: 'chat',
  fields: { version: Number, lastPlace: Number, lastAt: Date },
});

/** The chat for people: field → use case. */

import { signedIn } from '@nameloan/service/graphql/context.ts';
import type { Fields } from '../graphql.generated.ts';
import { listMessages, readMessage } from './read-messages.ts';
import { sendMessage } from './send-message.ts';

export const messageFields = {
  Query: {
    escrowMessages: (_, { escrowId, ...stretch }, context) =>
      listMessages(signedIn(context), escrowId, stretch),
    escrowMessage: (_, { id }, context) => readMessage(signedIn(context), id),
  },
  Mutation: {
    sendMessage: (_, given, context) => sendMessage(signedIn(context), given),
  },
  EscrowMessage: {
    sender: ({ senderId }) => ({ id: senderId }),
    __resolveReference: ({ id }, context) => readMessage(signedIn(context), id),
  },
} satisfies Fields;

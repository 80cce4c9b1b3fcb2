/** The chat for people: field → use case. */

import { signedIn } from '@nameloan/service/graphql/context.ts';
import type { Fields } from '../graphql.generated.ts';
import { messageKeys } from './message.keys.ts';
import { listMessages, readMessage } from './read-messages.ts';
import { sendMessage } from './send-message.ts';

export const messageFields = {
  Query: {
    escrowMessages: messageKeys.in(null, (_, { escrowId, ...stretch }, { keys, ...context }) =>
      listMessages(signedIn(context), { escrowId, keys }, stretch),
    ),
    escrowMessage: messageKeys.in(null, (_, { id }, { keys, ...context }) =>
      readMessage(signedIn(context), id, keys),
    ),
  },
  Mutation: {
    sendMessage: (_, given, context) => sendMessage(signedIn(context), given),
  },
  EscrowMessage: {
    sender: ({ senderId }) => ({ id: senderId }),
    __resolveReference: messageKeys.referred(({ id }, { keys, ...context }) =>
      readMessage(signedIn(context), id, keys),
    ),
  },
} satisfies Fields;

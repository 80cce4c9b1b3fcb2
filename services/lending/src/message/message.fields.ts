/** The chat for people: field → use case. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import { signedIn } from '@nameloan/service/graphql/context.ts';
import { listMessages, readMessage } from './read-messages.ts';
import { sendMessage } from './send-message.ts';

interface ListArguments {
  escrowId: string;
  after?: string | null;
}
interface SendArguments {
  escrowId: string;
  message: string;
}

export const messageFields = {
  Query: {
    escrowMessages: (_: unknown, { escrowId, after }: ListArguments, context: Context) =>
      listMessages(signedIn(context), escrowId, after ?? null),
    escrowMessage: (_: unknown, { id }: { id: string }, context: Context) =>
      readMessage(signedIn(context), id),
  },
  Mutation: {
    sendMessage: (_: unknown, { escrowId, message }: SendArguments, context: Context) =>
      sendMessage(signedIn(context), escrowId, message),
  },
  EscrowMessage: {
    __resolveReference: ({ id }: { id: string }, context: Context) =>
      readMessage(signedIn(context), id),
  },
};

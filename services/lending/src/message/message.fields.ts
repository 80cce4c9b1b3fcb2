/** GraphQL resolvers for chat messages. */

import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { access } from '../service-context.ts';
import { messageProjection } from './message.projection.ts';
import { listMessages, readMessage } from './read-messages.ts';
import { readWarning } from './read-warning.ts';
import { sendMessage } from './send-message.ts';
import { findSenderRole, readPartiesByLoan } from './sender-role.ts';

export const messageFields = {
  Query: {
    escrowMessages: messageProjection.forSelection(
      null,
      (_, { escrowId, ...cursorPage }, { keys, ...context }) =>
        listMessages(signedIn(context), { escrowId, keys }, cursorPage),
    ),
    escrowMessage: messageProjection.forSelection(null, (_, { id }, { keys, ...context }) =>
      readMessage(signedIn(context), id, keys),
    ),
  },
  Mutation: {
    sendMessage: async (_, args, context) =>
      sendMessage(await access.unrestricted(signedIn(context)), args),
  },
  EscrowMessage: {
    warning: async ({ id, message }) =>
      (await readWarning(id, message)) ? 'PAYMENT_DETAILS' : null,
    sender: ({ senderId }) => ({ id: senderId }),
    senderRole: async ({ senderId, escrowId: id }, _, context) =>
      findSenderRole(senderId, await load(context, { name: 'parties', id }, readPartiesByLoan)),
    __resolveReference: messageProjection.forReference(({ id }, { keys, ...context }) =>
      readMessage(signedIn(context), id, keys),
    ),
  },
} satisfies Fields;

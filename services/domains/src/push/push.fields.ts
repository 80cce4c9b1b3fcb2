/** GraphQL resolvers of pushes. */

import type { Context } from '@nameloan/subgraph/graphql/context';
import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { access, decrypt } from '../service-context.ts';
import { acceptPush } from './accept-push.ts';
import { declinePush, withdrawPush } from './end-push.ts';
import { offerPush, pushEmailPurpose } from './offer-push.ts';
import type { Push } from './push.ts';
import { listPushes } from './read-pushes.ts';

const isSender = ({ fromAccountId }: Push, { actor }: Context): boolean =>
  actor.kind === 'account' && actor.accountId === fromAccountId;

export const pushFields = {
  Query: {
    pushes: (_, { state }, context) => listPushes(signedIn(context), state),
  },
  Mutation: {
    pushDomain: async (_, { id, email }, context) => {
      const actor = await access.unrestricted(signedIn(context));
      await access.fresh(actor);
      return offerPush(actor, { id, email, ...(await access.leaving(actor)) });
    },
    acceptPush: async (_, { id }, context) => {
      const actor = await access.unrestricted(signedIn(context));
      return acceptPush(await access.fresh(actor), id);
    },
    declinePush: (_, { id }, context) => declinePush(signedIn(context), id),
    withdrawPush: (_, { id }, context) => withdrawPush(signedIn(context), id),
  },
  DomainPush: {
    domain: ({ name }) => name,
    direction: (push, _, context) => (isSender(push, context) ? 'SENT' : 'RECEIVED'),
    from: ({ fromAccountId }) => ({ id: fromAccountId }),
    email: (push, _, context) =>
      push.encryptedEmail && isSender(push, context)
        ? decrypt(push.encryptedEmail, pushEmailPurpose)
        : null,
  },
} satisfies Fields;

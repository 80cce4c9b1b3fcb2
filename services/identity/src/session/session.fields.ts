/** Resolvers of sessions. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { endOwnSession } from './end-own-session.ts';
import { listSessions } from './list-sessions.ts';
import { logOut } from './log-out.ts';
import { refreshSession } from './refresh-session.ts';

export const sessionFields = {
  Query: {
    sessions: (_, _args, context) => listSessions(signedIn(context)),
  },
  Mutation: {
    refresh: (_, { refreshToken }, { actor }) => refreshSession(actor, refreshToken),
    logout: (_, { refreshToken }) => logOut(refreshToken),
    endSession: (_, { id }, context) => endOwnSession(signedIn(context), id),
  },
} satisfies Fields;

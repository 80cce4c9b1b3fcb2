/** Resolvers of the change of an address. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { requestEmailChange } from './request-email-change.ts';
import { cancelEmailChange, stopEmailChange } from './stop-email-change.ts';
import { verifyEmail } from './verify-email.ts';

export const emailChangeFields = {
  Mutation: {
    changeEmail: (_, input, context) => requestEmailChange(signedIn(context), input),
    cancelEmailChange: (_, _args, context) => cancelEmailChange(signedIn(context)),
    verifyEmail: (_, { token }, { actor }) => verifyEmail(actor, token),
    stopEmailChange: (_, { token }, { actor }) => stopEmailChange(actor, token),
  },
} satisfies Fields;

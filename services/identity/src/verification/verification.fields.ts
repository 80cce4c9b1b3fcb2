/** Resolvers of e-mail verification. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { resendVerification } from './resend-verification.ts';
import { verifyEmail } from './verify-email.ts';

export const verificationFields = {
  Mutation: {
    verifyEmail: (_, { token }, { actor }) => verifyEmail(actor, token),
    resendVerification: (_, _args, context) => resendVerification(signedIn(context)),
  },
} satisfies Fields;

/** Resolvers of e-mail verification. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { resendVerification } from './resend-verification.ts';

export const verificationFields = {
  Mutation: {
    resendVerification: (_, _args, context) => resendVerification(signedIn(context)),
  },
} satisfies Fields;

/** Resolvers of MFA. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { confirmMfa } from './confirm-mfa.ts';
import { disableMfa } from './disable-mfa.ts';
import { enrollMfa } from './enroll-mfa.ts';

export const mfaFields = {
  Mutation: {
    enrollMfa: (_, { curPassword }, context) => enrollMfa(signedIn(context), curPassword),
    confirmMfa: (_, { mfa }, context) => confirmMfa(signedIn(context), mfa),
    disableMfa: (_, { mfa }, context) => disableMfa(signedIn(context), mfa),
  },
} satisfies Fields;

/** The second factor for people: field → use case. */

import { signedIn } from '@nameloan/service/graphql/context.ts';
import type { Fields } from '../graphql.generated.ts';
import { confirmMfa } from './confirm-mfa.ts';
import { disableMfa } from './disable-mfa.ts';
import { enrollMfa } from './enroll-mfa.ts';

export const mfaFields = {
  Mutation: {
    enrollMfa: (_, _args, context) => enrollMfa(signedIn(context)),
    confirmMfa: (_, { mfa }, context) => confirmMfa(signedIn(context), mfa),
    disableMfa: (_, { mfa }, context) => disableMfa(signedIn(context), mfa),
  },
} satisfies Fields;

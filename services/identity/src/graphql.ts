/** Resolvers of the identity subgraph. */

import { accountFields } from './account.fields.ts';
import { emailChangeFields } from './email-change/email-change.fields.ts';
import type { ServiceResolvers } from './graphql.generated.ts';
import { mfaFields } from './mfa/mfa.fields.ts';
import { payeeFields } from './payee/payee.fields.ts';
import { sessionFields } from './session/session.fields.ts';
import { stepUpFields } from './step-up/step-up.fields.ts';
import { verificationFields } from './verification/verification.fields.ts';

export const resolvers: ServiceResolvers = {
  ...accountFields,
  Query: { ...accountFields.Query, ...sessionFields.Query, ...payeeFields.Query },
  Mutation: {
    ...accountFields.Mutation,
    ...sessionFields.Mutation,
    ...mfaFields.Mutation,
    ...verificationFields.Mutation,
    ...stepUpFields.Mutation,
    ...emailChangeFields.Mutation,
    ...payeeFields.Mutation,
  },
};

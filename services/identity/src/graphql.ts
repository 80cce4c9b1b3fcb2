/** Door 1, people: field → use case. */

import { accountFields } from './account.fields.ts';
import type { ServiceResolvers } from './graphql.generated.ts';
import { mfaFields } from './mfa/mfa.fields.ts';
import { sessionFields } from './session/session.fields.ts';

export const resolvers: ServiceResolvers = {
  ...accountFields,
  Query: { ...accountFields.Query, ...sessionFields.Query },
  Mutation: { ...accountFields.Mutation, ...sessionFields.Mutation, ...mfaFields.Mutation },
};

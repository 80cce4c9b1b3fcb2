/** GraphQL resolvers of Domain Connect. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { readConnect } from './read-connect.ts';

export const connectFields = {
  Query: {
    domainConnect: (_, { id }, context) => readConnect(signedIn(context), id),
  },
} satisfies Fields;

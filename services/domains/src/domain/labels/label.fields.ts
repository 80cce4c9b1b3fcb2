/** GraphQL resolvers of an account's labels. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../../graphql.generated.ts';
import { labelDomains, listLabels } from './label-domains.ts';

export const labelFields = {
  Query: {
    domainLabels: (_, __, context) => listLabels(signedIn(context)),
  },
  Mutation: {
    labelDomains: (_, change, context) => labelDomains(signedIn(context), change),
  },
} satisfies Fields;

/** GraphQL resolvers of the dashboard's domain totals. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { totalDomains } from './total-domains.ts';

export const dashboardFields = {
  Query: {
    dashboard: (_, __, context) => {
      signedIn(context);
      return {};
    },
  },
  Dashboard: {
    domains: (_, __, context) => totalDomains(signedIn(context)),
  },
} satisfies Fields;

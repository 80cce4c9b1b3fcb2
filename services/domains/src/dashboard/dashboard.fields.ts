/** GraphQL resolvers of the dashboard's domain totals. */

import { signedIn } from '@nameloan/service/graphql/context.ts';
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

/** GraphQL resolvers of the dashboard's domain totals and of the pushes to answer. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { findWaitingPushes } from '../push/read-pushes.ts';
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
    waitingPushes: (_, request, context) => findWaitingPushes(signedIn(context), request),
  },
} satisfies Fields;

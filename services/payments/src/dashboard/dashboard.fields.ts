/** Resolvers of the dashboard fields that payments owns. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import { readBalance } from '../balance/read-balance.ts';
import type { Fields } from '../graphql.generated.ts';

export const dashboardFields = {
  Query: {
    dashboard: (_, __, context) => {
      signedIn(context);
      return {};
    },
  },
  Dashboard: {
    balance: async (_, __, context) => (await readBalance(signedIn(context))).availableCents,
  },
} satisfies Fields;

/** What lending adds to the dashboard: field → use case. */

import { signedIn } from '@nameloan/service/graphql/context.ts';
import type { Fields } from '../graphql.generated.ts';
import { countPending } from '../offer/read-offers.ts';

export const dashboardFields = {
  Query: {
    dashboard: (_, __, context) => {
      signedIn(context);
      return {};
    },
  },
  Dashboard: {
    offersReceived: (_, __, context) => countPending(signedIn(context), 'borrowerId'),
    offersSent: (_, __, context) => countPending(signedIn(context), 'lenderId'),
  },
} satisfies Fields;

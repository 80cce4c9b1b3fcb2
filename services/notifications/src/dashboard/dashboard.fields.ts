/** Resolvers of the dashboard fields that notifications owns. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { countUnread } from '../notification/notification-center.ts';

export const dashboardFields = {
  Query: {
    dashboard: (_, __, context) => {
      signedIn(context);
      return {};
    },
  },
  Dashboard: {
    unread: (_, __, context) => countUnread(signedIn(context).accountId),
  },
} satisfies Fields;

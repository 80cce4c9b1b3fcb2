/** Resolvers of the dashboard fields that notifications owns. */

import { signedIn } from '@nameloan/service/graphql/context.ts';
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

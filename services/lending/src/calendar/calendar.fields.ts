/** GraphQL resolvers of the caller's calendar feed. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { buildFeedUrl, readFeed, rotateFeed } from './calendar-feed.model.ts';

export const calendarFields = {
  Query: {
    calendarFeed: (_, __, context) => readFeed(signedIn(context).accountId),
  },
  Mutation: {
    rotateCalendarFeed: (_, __, context) => rotateFeed(signedIn(context).accountId),
  },
  CalendarFeed: {
    url: (feed) => buildFeedUrl(feed),
  },
} satisfies Fields;

/** Resolvers of notifications. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { listNotifications, readNotifications } from './list-notifications.ts';
import { markAllRead } from './mark-all-read.ts';
import { markNotificationRead } from './mark-notification-read.ts';
import { notificationKeys } from './notification.projection.ts';
import type { Notification } from './notification.ts';
import { countUnread } from './notification-center.ts';

function own(id: string, context: Context): Promise<Notification | undefined> {
  const { accountId } = signedIn(context);
  return load(context, { name: 'notification', id }, (ids) => readNotifications(accountId, ids));
}

export const notificationFields = {
  Query: {
    unreadCounts: (_, _args, context) => countUnread(signedIn(context).accountId),
    notificationCenter: (_, _args, context) => ({ id: signedIn(context).accountId }),
    notifications: notificationKeys.forSelection(null, (_, { after }, { keys, ...context }) =>
      listNotifications(signedIn(context), after, keys),
    ),
    notification: async (_, { id }, context) => {
      const found = await own(id, context);
      if (!found) throw new DomainError('NOT_FOUND', 'There is no such notification.');
      return found;
    },
  },
  Mutation: {
    markAllNotificationsRead: (_, args, context) => markAllRead(signedIn(context), args),
    markNotificationRead: (_, args, context) => markNotificationRead(signedIn(context), args),
  },
  NotificationCenter: {
    unreadCounts: (_, _args, context) => countUnread(signedIn(context).accountId),
    notifications: notificationKeys.forSelection(null, (_, __, { keys, ...context }) =>
      listNotifications(signedIn(context), null, keys),
    ),
  },
  Notification: {
    __resolveReference: ({ id }, context) => own(id, context),
    message: ({ alert }) => alert,
  },
} satisfies Fields;

/** Door 1, people: field → use case. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Context } from '@nameloan/service/graphql/context.ts';
import { load, signedIn } from '@nameloan/service/graphql/context.ts';
import { listNotifications, readNotifications } from './notification/list-notifications.ts';
import { markNotificationRead } from './notification/mark-notification-read.ts';
import type { Notification } from './notification/notification.ts';

type Nothing = Record<string, never>;

function own(id: string, context: Context): Promise<Notification | undefined> {
  const { accountId } = signedIn(context);
  return load(context, { name: 'notification', id }, (ids) => readNotifications(accountId, ids));
}

export const people = {
  Query: {
    notifications: (_: Nothing, { after }: { after?: string | null }, context: Context) =>
      listNotifications(signedIn(context), after),
    notification: async (_: Nothing, { id }: { id: string }, context: Context) => {
      const found = await own(id, context);
      if (!found) throw new DomainError('NOT_FOUND', 'There is no such notification.');
      return found;
    },
  },
  Mutation: {
    markNotificationRead: (_: Nothing, asked: { id: string; read: boolean }, context: Context) =>
      markNotificationRead(signedIn(context), asked),
  },
  Notification: {
    __resolveReference: ({ id }: { id: string }, context: Context) => own(id, context),
    message: ({ alert }: Notification) => alert,
  },
};

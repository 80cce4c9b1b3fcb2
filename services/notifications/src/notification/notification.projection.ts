/** Record keys that each GraphQL field of a notification reads. */

import { FieldProjection } from '@nameloan/service/graphql/field-projection.ts';
import type { NotificationResolvers } from '../graphql.generated.ts';
import type { Notification } from './notification.ts';

export const notificationKeys = new FieldProjection<NotificationResolvers, Notification>({
  message: ['alert'],
});

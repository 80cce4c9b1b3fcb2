/** Record keys that each GraphQL field of a notification reads. */

import { FieldProjection } from '@nameloan/subgraph/graphql/field-projection';
import type { NotificationResolvers } from '../graphql.generated.ts';
import type { Notification } from './notification.ts';

export const notificationKeys = new FieldProjection<NotificationResolvers, Notification>({
  message: ['alert'],
});

/** Door 1, people: field → use case. */

import { dashboardFields } from './dashboard/dashboard.fields.ts';
import type { People } from './graphql.generated.ts';
import { notificationFields } from './notification/notification.fields.ts';

export const people: People = {
  ...notificationFields,
  ...dashboardFields,
  Query: { ...notificationFields.Query, ...dashboardFields.Query },
};

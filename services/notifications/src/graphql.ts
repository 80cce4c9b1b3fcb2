/** Resolvers of the notifications subgraph. */

import { dashboardFields } from './dashboard/dashboard.fields.ts';
import type { ServiceResolvers } from './graphql.generated.ts';
import { notificationFields } from './notification/notification.fields.ts';
import { preferenceFields } from './preference/preference.fields.ts';
import { unsubscribeFields } from './unsubscribe/unsubscribe.fields.ts';

export const resolvers: ServiceResolvers = {
  ...notificationFields,
  ...dashboardFields,
  ...preferenceFields,
  Query: { ...notificationFields.Query, ...dashboardFields.Query, ...preferenceFields.Query },
  Mutation: {
    ...notificationFields.Mutation,
    ...preferenceFields.Mutation,
    ...unsubscribeFields.Mutation,
  },
};

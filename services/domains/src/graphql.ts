/** The service's GraphQL resolvers. */

import { checklistFields } from './checklist/checklist.fields.ts';
import { connectFields } from './connect/connect.fields.ts';
import { dashboardFields } from './dashboard/dashboard.fields.ts';
import { labelFields } from './domain/labels/label.fields.ts';
import { listingFields } from './domain/listing/listing.fields.ts';
import { domainFields } from './domain.fields.ts';
import type { ServiceResolvers } from './graphql.generated.ts';
import { holdFields } from './hold/hold.fields.ts';
import { pushFields } from './push/push.fields.ts';
import { verificationFields } from './verification/verification.fields.ts';

export const resolvers: ServiceResolvers = {
  ...domainFields,
  ...listingFields,
  ...dashboardFields,
  ...verificationFields,
  ...holdFields,
  ...pushFields,
  Query: {
    ...domainFields.Query,
    ...dashboardFields.Query,
    ...connectFields.Query,
    ...pushFields.Query,
    ...labelFields.Query,
    ...verificationFields.Query,
    ...checklistFields.Query,
    ...holdFields.Query,
  },
  Mutation: {
    ...domainFields.Mutation,
    ...labelFields.Mutation,
    ...verificationFields.Mutation,
    ...holdFields.Mutation,
    ...pushFields.Mutation,
  },
};

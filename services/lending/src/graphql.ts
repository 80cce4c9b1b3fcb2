/** The GraphQL resolvers of lending, merged from its entities. */

import { amendmentFields } from './amendment/amendment.fields.ts';
import { assignmentFields } from './assignment/assignment.fields.ts';
import { bulkListingFields } from './bulk-listing/bulk-listing.fields.ts';
import { calendarFields } from './calendar/calendar.fields.ts';
import { contractFields } from './contract/contract.fields.ts';
import { dashboardFields } from './dashboard/dashboard.fields.ts';
import { escrowFields } from './escrow/escrow.fields.ts';
import { evidenceFields } from './evidence/evidence.fields.ts';
import { figureFields } from './figures/figures.fields.ts';
import type { ServiceResolvers } from './graphql.generated.ts';
import { listingFields } from './listing/listing.fields.ts';
import { planFields } from './loan/plan/plan.fields.ts';
import { marketFields } from './market/market.fields.ts';
import { messageFields } from './message/message.fields.ts';
import { nameRecordFields } from './name-record/name-record.fields.ts';
import { offerFields } from './offer/offer.fields.ts';
import { payeeFields } from './payee/payee.fields.ts';
import { paymentFields } from './payment/payment.fields.ts';
import { refinanceFields } from './refinance/refinance.fields.ts';
import { performanceFields } from './statement/performance.fields.ts';

export const resolvers: ServiceResolvers = {
  ...listingFields,
  ...offerFields,
  ...escrowFields,
  ...contractFields,
  ...messageFields,
  ...evidenceFields,
  ...payeeFields,
  ...marketFields,
  ...dashboardFields,
  ...performanceFields,
  ...calendarFields,
  ...planFields,
  ...figureFields,
  ...paymentFields,
  ...refinanceFields,
  ...amendmentFields,
  ...assignmentFields,
  Domain: { ...marketFields.Domain, ...nameRecordFields.Domain },
  Listing: {
    ...listingFields.Listing,
    ...marketFields.Listing,
    ...nameRecordFields.Listing,
    ...refinanceFields.Listing,
  },
  Offer: { ...offerFields.Offer, ...refinanceFields.Offer },
  Escrow: {
    ...escrowFields.Escrow,
    ...marketFields.Escrow,
    ...nameRecordFields.Escrow,
    ...evidenceFields.Escrow,
    ...payeeFields.Escrow,
    ...paymentFields.Escrow,
    ...refinanceFields.Escrow,
    ...amendmentFields.Escrow,
    ...assignmentFields.Escrow,
  },
  Query: {
    ...listingFields.Query,
    ...offerFields.Query,
    ...escrowFields.Query,
    ...contractFields.Query,
    ...messageFields.Query,
    ...evidenceFields.Query,
    ...payeeFields.Query,
    ...dashboardFields.Query,
    ...performanceFields.Query,
    ...calendarFields.Query,
    ...figureFields.Query,
    ...paymentFields.Query,
    ...refinanceFields.Query,
    ...amendmentFields.Query,
    ...assignmentFields.Query,
  },
  Mutation: {
    ...listingFields.Mutation,
    ...bulkListingFields.Mutation,
    ...offerFields.Mutation,
    ...escrowFields.Mutation,
    ...evidenceFields.Mutation,
    ...payeeFields.Mutation,
    ...paymentFields.Mutation,
    ...refinanceFields.Mutation,
    ...amendmentFields.Mutation,
    ...assignmentFields.Mutation,
    ...contractFields.Mutation,
    ...messageFields.Mutation,
    ...marketFields.Mutation,
    ...calendarFields.Mutation,
  },
};

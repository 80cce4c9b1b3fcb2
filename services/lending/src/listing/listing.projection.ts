/** Maps each GraphQL field of a listing to the record fields that it reads. */

import { FieldProjection } from '@nameloan/subgraph/graphql/field-projection';
import type { ListingResolvers } from '../graphql.generated.ts';
import { disclosureKeys } from '../loan/build-disclosure.ts';
import { planProjection } from '../loan/plan/plan.fields.ts';
import type { Listing } from './listing.model.ts';

export const listingProjection = new FieldProjection<ListingResolvers, Listing>({
  domain: ['domainId'],
  loansOfName: ['domainName'],
  desiredAmount: ['amountCents'],
  desiredTerm: ['termDays'],
  desiredRate: ['rateBps'],
  ...planProjection,
  accrual: [],
  disclosure: disclosureKeys,
  open: ['status'],
  borrowerTrackRecord: ['borrowerId'],
  mine: ['borrowerId'],
  runningLoan: ['refinances', 'status'],
  myOffer: [],
  actions: ['borrowerId', 'oldLenderId', 'status'],
});

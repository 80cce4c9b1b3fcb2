/** Maps each GraphQL field of an offer to the record fields that it reads. */

import { FieldProjection } from '@nameloan/subgraph/graphql/field-projection';
import type { OfferResolvers } from '../graphql.generated.ts';
import { disclosureKeys } from '../loan/build-disclosure.ts';
import { planProjection } from '../loan/plan/plan.fields.ts';
import type { Offer } from './offer.ts';

/** The parties decide who may see an offer, so their ids are always read. */
export const offerProjection = new FieldProjection<OfferResolvers, Offer>(
  {
    listing: ['listingId'],
    escrow: ['status'],
    domain: ['domainId'],
    amount: ['amountCents'],
    term: ['termDays'],
    rate: ['rateBps'],
    ...planProjection,
    status: ['status', 'expiresAt'],
    actions: ['status', 'expiresAt'],
    disclosure: [...disclosureKeys, 'accrual'],
    lenderTrackRecord: [],
    runningLoan: ['refinances', 'status'],
  },
  ['borrowerId', 'lenderId'],
);

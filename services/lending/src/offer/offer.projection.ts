/** What each field of an offer reads of the record; `asked-keys.ts` says what for. */

import { AskedKeys } from '@nameloan/service/graphql/field-projection.ts';
import type { OfferResolvers } from '../graphql.generated.ts';
import { disclosureKeys } from '../loan/build-disclosure.ts';
import type { Offer } from './offer.ts';

/** Who its parties are decides who sees it. */
export const offerProjection = new AskedKeys<OfferResolvers, Offer>(
  {
    listing: ['listingId'],
    escrow: ['status'],
    domain: ['domainId'],
    amount: ['amountCents'],
    term: ['termDays'],
    apy: ['rateBps'],
    status: ['status', 'expiresAt'],
    actions: ['status', 'expiresAt'],
    disclosure: disclosureKeys,
    lenderTrackRecord: [],
  },
  ['borrowerId', 'lenderId'],
);

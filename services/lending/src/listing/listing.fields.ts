/** GraphQL resolvers for listings. */

import { newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import { settings } from '../config.ts';
import { readBorrowerRecords } from '../escrow/read-track-records.ts';
import type { Fields } from '../graphql.generated.ts';
import { buildDisclosure } from '../loan/build-disclosure.ts';
import { planResolvers } from '../loan/plan/plan.fields.ts';
import { access } from '../service-context.ts';
import { listings } from './listing.model.ts';
import { listingProjection } from './listing.projection.ts';
import { openListing } from './open-listing.ts';
import { listListings, readListing } from './read-listings.ts';
import { readLoanBounds } from './term-bounds.ts';

export const listingFields = {
  Query: {
    listings: listingProjection.forSelection('listings', (_, request, { keys, actor }) =>
      listListings(request, { keys, actor }),
    ),
    listing: listingProjection.forSelection(null, (_, { id }, { keys }) => readListing(id, keys)),
    loanBounds: readLoanBounds,
  },
  Mutation: {
    openListing: async (_, args, context) =>
      openListing(await access.unrestricted(signedIn(context)), args),
  },
  Listing: {
    __resolveReference: listingProjection.forReference(({ id }, { keys }) =>
      listings.findById(id, keys),
    ),
    domain: ({ domainId }) => ({ id: domainId }),
    desiredAmount: ({ amountCents }) => amountCents,
    desiredTerm: ({ termDays }) => termDays,
    desiredRate: ({ rateBps }) => rateBps,
    ...planResolvers,
    accrual: () => newLoanAccrual,
    disclosure: (listing) => buildDisclosure({ ...listing, accrual: newLoanAccrual }),
    open: ({ status }) => status === 'OPEN',
    borrowerTrackRecord: ({ borrowerId }, _, context) =>
      context.actor.kind === 'account'
        ? load(context, { name: 'borrower’s record', id: borrowerId }, readBorrowerRecords)
        : null,
    mine: ({ borrowerId }, _, { actor }) =>
      actor.kind === 'account' ? actor.accountId === borrowerId : null,
  },
  LoanBounds: {
    minAmount: ({ amountCents }) => amountCents.min,
    maxAmount: ({ amountCents }) => amountCents.max,
    minTerm: ({ termDays }) => termDays.min,
    maxTerm: ({ termDays }) => termDays.max,
    minRate: ({ rateBps }) => rateBps.min,
    maxRate: ({ rateBps }) => rateBps.max,
    offerDays: () => settings.value.OFFER_DAYS,
  },
  Disclosure: {
    receives: ({ receivesCents }) => receivesCents,
    transferFee: ({ transferFeeCents }) => transferFeeCents,
    repays: ({ repaysCents }) => repaysCents,
    interest: ({ interestCents }) => interestCents,
  },
} satisfies Fields;

/** GraphQL resolvers of a listing's estimate and its owner's figure, which everyone can see. */

import type { Context } from '@nameloan/subgraph/graphql/context';
import { shownAppraisal } from '../../appraisal/choose-appraiser.ts';
import { readDiligence } from '../../diligence/read-diligence.ts';
import type { Fields } from '../../graphql.generated.ts';
import { domains } from '../domain.model.ts';
import type { ListingReference } from '../domain.ts';
import { neededUntil, toDiligenceSubject } from './listing-conditions.ts';

const keys = ['appraisal', 'ownerValueCents'] as const;
const diligenceKeys = ['name', 'suffix', 'status', 'pendingTransfer', 'accountId'] as const;

async function readListingDiligence(
  listing: ListingReference,
  { actor }: Context,
  termDays: number | null | undefined,
) {
  const { domainId, desiredTerm } = listing;
  const term = termDays ?? desiredTerm;
  const domain =
    domainId === undefined ? undefined : await domains.findById(domainId, diligenceKeys);
  if (!domain) return null;
  const owns = actor.kind === 'account' && actor.accountId === domain.accountId;
  return readDiligence(toDiligenceSubject(domain), {
    viewer: owns ? 'OWNER' : 'OTHER',
    neededUntil: term === undefined ? null : neededUntil(term),
  });
}

/** Loaded once for all fields of the listing. */
function loadValue(listing: ListingReference): NonNullable<ListingReference['value']> {
  listing.value ??= readValue(listing.domainId);
  return listing.value;
}

async function readValue(domainId: string | undefined) {
  return domainId === undefined ? undefined : domains.findById(domainId, keys);
}

async function readAppraisal(listing: ListingReference) {
  const value = await loadValue(listing);
  return value && shownAppraisal(value);
}

export const listingFields = {
  Listing: {
    __resolveReference: ({ id, domainId, ...others }) => {
      const { desiredTerm } = others as Pick<ListingReference, 'desiredTerm'>;
      return { id, domainId, desiredTerm };
    },
    estimatedValue: async (listing) => (await readAppraisal(listing))?.midCents,
    appraisal: readAppraisal,
    diligence: (listing, { termDays }, context) => readListingDiligence(listing, context, termDays),
    ownerValue: async (listing) => (await loadValue(listing))?.ownerValueCents,
  },
} satisfies Fields;

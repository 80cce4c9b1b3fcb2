/** GraphQL resolvers of bulk listings. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { access } from '../service-context.ts';
import { closeListings } from './close-listings.ts';
import { openListings } from './open-listings.ts';

export const bulkListingFields = {
  Mutation: {
    openListings: async (_, args, context) =>
      openListings(await access.unrestricted(signedIn(context)), args),
    closeListings: (_, { ids }, context) => closeListings(signedIn(context), ids),
  },
} satisfies Fields;

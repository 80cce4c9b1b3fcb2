/** Door 1, people: field → use case. */

import { domainFields } from './domain/domain.fields.ts';
import { listingFields } from './domain/listing.fields.ts';
import type { People } from './graphql.generated.ts';

export const people: People = { ...domainFields, ...listingFields };

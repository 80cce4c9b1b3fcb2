/** Record keys that each GraphQL field of an account reads. */

import { FieldProjection } from '@nameloan/subgraph/graphql/field-projection';
import type { UserResolvers } from '../graphql.generated.ts';
import type { Account } from './account.ts';

const place = ['country', 'countryCode', 'subdivision'] as const;

export const accountKeys = new FieldProjection<UserResolvers, Account>({
  pfp: [],
  avatarUrl: [],
  country: place,
  countryCode: place,
  subdivision: place,
  mfaEnabled: ['mfa'],
  emailVerified: ['emailVerifiedAt'],
  pendingEmail: ['emailChange'],
  emailChangingUntil: ['emailChange'],
  stepUpUntil: [],
});

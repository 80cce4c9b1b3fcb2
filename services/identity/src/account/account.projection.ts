/** Record keys that each GraphQL field of an account reads. */

import { FieldProjection } from '@nameloan/subgraph/graphql/field-projection';
import type { UserResolvers } from '../graphql.generated.ts';
import type { Account } from './account.ts';

export const accountKeys = new FieldProjection<UserResolvers, Account>({
  pfp: [],
  avatarUrl: [],
  mfaEnabled: ['mfa'],
  emailVerified: ['emailVerifiedAt'],
  pendingEmail: ['emailChange'],
  emailChangingUntil: ['emailChange'],
  stepUpUntil: [],
});

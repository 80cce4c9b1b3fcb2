/** The encrypted fields of lending's database, with the purpose of each. */

import type { EncryptedField } from '@nameloan/subgraph/keys/encrypted-fields';
import { buildSalePurpose } from './assignment/assignment-links.ts';
import { buildFeedPurpose } from './calendar/calendar-feed.model.ts';
import { buildTokenPurpose } from './escrow/contract-links.ts';
import { keyPurposes } from './seal/platform-key.ts';

export const encryptedFields: EncryptedField[] = [
  {
    collection: 'escrows',
    path: 'borrowerContractToken',
    purpose: (id) => buildTokenPurpose(id, 'BORROWER'),
  },
  {
    collection: 'escrows',
    path: 'lenderContractToken',
    purpose: (id) => buildTokenPurpose(id, 'LENDER'),
  },
  {
    collection: 'amendments',
    path: 'borrowerToken',
    purpose: (id) => buildTokenPurpose(id, 'BORROWER'),
  },
  {
    collection: 'amendments',
    path: 'lenderToken',
    purpose: (id) => buildTokenPurpose(id, 'LENDER'),
  },
  { collection: 'assignments', path: 'token', purpose: buildSalePurpose },
  { collection: 'calendar_feeds', path: 'encryptedToken', purpose: buildFeedPurpose },
  { collection: 'platform_keys', path: 'caKey', purpose: keyPurposes.ca },
  { collection: 'platform_keys', path: 'key', purpose: keyPurposes.key },
];

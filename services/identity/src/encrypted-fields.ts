/** Encrypted fields of the identity database, with the purpose of each. */

import type { EncryptedField } from '@nameloan/subgraph/keys/encrypted-fields';
import { totpKeyPurpose } from './mfa/consume-code.ts';
import { fieldsPurpose, saltPurpose } from './payee/payee.model.ts';
import { keyPurpose } from './signing-key/add-key.ts';

export const encryptedFields: EncryptedField[] = [
  { collection: 'signing_keys', path: 'encryptedPrivateKey', purpose: keyPurpose },
  { collection: 'accounts', path: 'mfa.encryptedKey', purpose: totpKeyPurpose },
  { collection: 'accounts', path: 'enrolment.encryptedKey', purpose: totpKeyPurpose },
  { collection: 'payees', path: 'encryptedSalt', purpose: saltPurpose },
  { collection: 'payee_details', path: 'encryptedFields', purpose: fieldsPurpose },
];

/** Encrypted fields of the identity database, with the purpose of each. */

import type { EncryptedField } from '@nameloan/service/store/encrypted-fields.ts';
import { totpKeyPurpose } from './mfa/consume-code.ts';
import { keyPurpose } from './signing-key/add-key.ts';

export const encryptedFields: EncryptedField[] = [
  { collection: 'signing_keys', path: 'sealedPrivateKey', purpose: keyPurpose },
  { collection: 'accounts', path: 'mfa.sealedKey', purpose: totpKeyPurpose },
  { collection: 'accounts', path: 'enrolment.sealedKey', purpose: totpKeyPurpose },
];

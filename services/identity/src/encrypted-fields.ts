/** Where identity's database holds sealed texts, and what each is sealed for. */

import type { EncryptedField } from '@nameloan/service/store/encrypted-fields.ts';
import { totpKeyPurpose } from './mfa/consume-code.ts';
import { keyPurpose } from './signing-key/add-key.ts';

export const encryptedFields: EncryptedField[] = [
  { collection: 'signing_keys', path: 'sealedPrivateKey', purpose: keyPurpose },
  { collection: 'accounts', path: 'mfa.sealedKey', purpose: totpKeyPurpose },
  { collection: 'accounts', path: 'enrolment.sealedKey', purpose: totpKeyPurpose },
];

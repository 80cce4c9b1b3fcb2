/** Where domains' database holds sealed texts, and what each is sealed for. */

import type { EncryptedField } from '@nameloan/service/store/encrypted-fields.ts';
import { losingCodePurpose } from './custody/transfer-in/request-transfer.ts';
import { ownerCodePurpose } from './custody/transfer-out/auth-code.ts';

export const encryptedFields: EncryptedField[] = [
  { collection: 'domains', path: 'transferIn.encryptedCode', purpose: losingCodePurpose },
  { collection: 'domains', path: 'transferOut.encryptedCode', purpose: ownerCodePurpose },
];

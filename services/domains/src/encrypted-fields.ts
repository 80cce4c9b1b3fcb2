/** The encrypted fields of the service's database and their encryption purposes. */

import type { EncryptedField } from '@nameloan/service/store/encrypted-fields.ts';
import { losingCodePurpose } from './custody/transfer-in/request-transfer.ts';
import { ownerCodePurpose } from './custody/transfer-out/auth-code.ts';

export const encryptedFields: EncryptedField[] = [
  { collection: 'domains', path: 'transferIn.encryptedCode', purpose: losingCodePurpose },
  { collection: 'domains', path: 'transferOut.encryptedCode', purpose: ownerCodePurpose },
];

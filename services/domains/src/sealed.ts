/** Where domains' database holds sealed texts, and what each is sealed for. */

import type { SealedField } from '@nameloan/service/store/encrypted-fields.ts';
import { losingCodePurpose } from './custody/transfer-in/request-transfer.ts';
import { ownerCodePurpose } from './custody/transfer-out/auth-code.ts';

export const sealed: SealedField[] = [
  { collection: 'domains', path: 'transferIn.encryptedCode', purpose: losingCodePurpose },
  { collection: 'domains', path: 'transferOut.encryptedCode', purpose: ownerCodePurpose },
];

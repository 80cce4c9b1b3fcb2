/** The encrypted fields of the service's database and their encryption purposes. */

import type { EncryptedField } from '@nameloan/subgraph/keys/encrypted-fields';
import { transferInCodePurpose } from './custody/transfer-in/request-transfer.ts';
import { transferOutCodePurpose } from './custody/transfer-out/code-purpose.ts';
import { proofKeyPurpose } from './proof/proof-key.model.ts';
import { pushEmailPurpose } from './push/offer-push.ts';

export const encryptedFields: EncryptedField[] = [
  { collection: 'domains', path: 'transferIn.encryptedCode', purpose: transferInCodePurpose },
  { collection: 'domains', path: 'transferOut.encryptedCode', purpose: transferOutCodePurpose },
  { collection: 'pushes', path: 'encryptedEmail', purpose: pushEmailPurpose },
  { collection: 'proof_keys', path: 'encryptedKey', purpose: proofKeyPurpose },
];

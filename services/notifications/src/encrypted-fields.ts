/** Encrypted fields of the notifications database: the secrets in the jobs of mails. */

import type { Subject } from '@nameloan/contracts/events';
import { encryptedEventFields } from '@nameloan/contracts/events';
import type { EncryptedField } from '@nameloan/subgraph/keys/encrypted-fields';

const inJobs = (kind: string, subject: Subject): EncryptedField => ({
  collection: 'jobs',
  where: { kind },
  path: `data.${encryptedEventFields[subject]}`,
  purpose: subject,
});

export const encryptedFields: EncryptedField[] = [
  inJobs('mail-reset-link', 'identity.reset.requested'),
  inJobs('mail-verification-link', 'identity.verification.requested'),
  inJobs('mail-link', 'identity.link.requested'),
  inJobs('mail-transfer-code', 'domains.domain.transfer-out-started'),
  inJobs('mail-transfer-wait', 'domains.domain.transfer-out-waiting'),
];

/** Where the notifications' database holds sealed texts: in the jobs of the two mails that carry secrets. */

import type { Subject } from '@nameloan/contracts/events.ts';
import { sealedFacts } from '@nameloan/contracts/events.ts';
import type { SealedField } from '@nameloan/service/store/encrypted-fields.ts';

const inJobs = (kind: string, subject: Subject): SealedField => ({
  collection: 'jobs',
  where: { kind },
  path: `data.${sealedFacts[subject]}`,
  purpose: subject,
});

export const sealed: SealedField[] = [
  inJobs('mail-reset-link', 'identity.reset.requested'),
  inJobs('mail-transfer-code', 'domains.domain.transfer-out-started'),
];

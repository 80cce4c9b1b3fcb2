/** Job handlers. */

import type { JobHandler } from '@nameloan/persistence/jobs';
import { mailDigest } from './mail/mail-digest.ts';
import { mailLink } from './mail/mail-link.ts';
import { mailNotification } from './mail/mail-notification.ts';
import { mailResetLink } from './mail/mail-reset-link.ts';
import { mailTransferCode } from './mail/mail-transfer-code.ts';
import { mailTransferWait } from './mail/mail-transfer-wait.ts';
import { mailVerificationLink } from './mail/mail-verification-link.ts';

export const jobs: { handlers: Record<string, JobHandler> } = {
  handlers: {
    'mail-digest': mailDigest,
    'mail-notification': mailNotification,
    'mail-reset-link': mailResetLink,
    'mail-verification-link': mailVerificationLink,
    'mail-link': mailLink,
    'mail-transfer-code': mailTransferCode,
    'mail-transfer-wait': mailTransferWait,
  },
};

/** Job handlers. */

import { assignCanonicalEmails } from './account/assign-canonical-emails.ts';
import { assignPictureAddresses } from './picture/assign-picture-addresses.ts';
import { sendResetLink } from './reset/send-reset-link.ts';
import { rotateKeys } from './signing-key/rotate-keys.ts';
import { sendVerificationLink } from './verification/send-verification-link.ts';

export const jobs = {
  handlers: {
    'rotate-keys': rotateKeys,
    'send-reset-link': sendResetLink,
    'send-verification-link': sendVerificationLink,
    'address-pictures': assignPictureAddresses,
    'canonical-emails': assignCanonicalEmails,
  },
  recurring: ['rotate-keys', 'address-pictures', 'canonical-emails'],
};

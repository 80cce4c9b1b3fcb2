/** Job handlers. */

import { assignCanonicalEmails } from './account/assign-canonical-emails.ts';
import { assignCountryCodes } from './account/assign-country-codes.ts';
import { assignPictureAddresses } from './picture/assign-picture-addresses.ts';
import { sendResetLink } from './reset/send-reset-link.ts';
import { rotateKeys } from './signing-key/rotate-keys.ts';
import { acceptFormerAddresses } from './verification/accept-former-addresses.ts';
import { deleteUnverified } from './verification/delete-unverified.ts';
import { sendVerificationLink } from './verification/send-verification-link.ts';

export const jobs = {
  handlers: {
    'rotate-keys': rotateKeys,
    'send-reset-link': sendResetLink,
    'send-verification-link': sendVerificationLink,
    'address-pictures': assignPictureAddresses,
    'delete-unverified': deleteUnverified,
    'canonical-emails': assignCanonicalEmails,
    'country-codes': assignCountryCodes,
    'accept-former-addresses': acceptFormerAddresses,
  },
  recurring: [
    'rotate-keys',
    'address-pictures',
    'canonical-emails',
    'country-codes',
    'accept-former-addresses',
    'delete-unverified',
  ],
};

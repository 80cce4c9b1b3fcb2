/** Door for time. */

import { sendResetLink } from './reset/send-reset-link.ts';
import { rotateKeys } from './signing-key/rotate-keys.ts';

export const clock = {
  jobs: { 'rotate-keys': rotateKeys, 'send-reset-link': sendResetLink },
  seeds: ['rotate-keys'],
};

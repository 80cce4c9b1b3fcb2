/** The authorization code of a transfer out, which is mailed to the owner and never displayed. */

import { encrypt } from '../../service-context.ts';
import { newAuthCode } from '../auth-code.ts';

/** Purpose under which the mail decrypts the code. */
export const transferOutCodePurpose = 'domains.domain.transfer-out-started';

/** A transfer out whose code the job will set at the registry. */
export const newTransferOut = () => ({
  state: 'UNLOCKING' as const,
  encryptedCode: encrypt(newAuthCode(), transferOutCodePurpose),
});

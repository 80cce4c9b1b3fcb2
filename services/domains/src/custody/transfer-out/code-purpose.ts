/** Encryption of the authorization code of a transfer out, which is mailed to the owner and never displayed. */

/** Purpose under which the mail decrypts the code. */
export const transferOutCodePurpose = 'domains.domain.transfer-out-started';

/** Generates the authorization code for a transfer to another registrar. It is mailed to the owner and never displayed. */

import { randomInt } from 'node:crypto';

/** Purpose under which the mail decrypts the code. */
export const transferOutCodePurpose = 'domains.domain.transfer-out-started';

/** 20 characters that every registry accepts: upper and lower case letters, digits and a hyphen. */
export function newAuthCode(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const random = Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('');
  return `${random}-aZ${randomInt(2, 10)}`;
}

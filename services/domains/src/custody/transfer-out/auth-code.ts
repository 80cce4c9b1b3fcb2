/** The authorization code with which an owner takes a domain to another registrar: made here, mailed, never shown. */

import { randomInt } from 'node:crypto';

/** Purpose under which the mail opens the code. */
export const ownerCodePurpose = 'domains.domain.transfer-out-started';

/** 20 characters that every registry takes: letters of both cases, digits and a sign of each kind they ask for. */
export function newAuthCode(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const random = Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('');
  return `${random}-aZ${randomInt(2, 10)}`;
}

/** Generates authorization codes of domains in custody. */

import { randomInt } from 'node:crypto';

/** 20 characters that every registry accepts: upper and lower case letters, digits and a hyphen. */
export function newAuthCode(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const random = Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('');
  return `${random}-aZ${randomInt(2, 10)}`;
}

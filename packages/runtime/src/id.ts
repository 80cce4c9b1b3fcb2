/** Ids: sortable by time, unguessable by their 80 random bits (the ULID layout). */

import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new id: 26 characters of lower-case Crockford base32, 48 bits of wall time in milliseconds and 80 random bits. */
export function newId(atMs = Date.now()): string {
  let time = atMs;
  let head = '';
  for (let i = 0; i < 10; i++) {
    head = alphabet[time % 32] + head;
    time = Math.floor(time / 32);
  }
  let tail = '';
  for (const byte of randomBytes(16)) tail += alphabet[byte & 31];
  return head + tail;
}

/** Wall time at which an id was created, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  let time = 0;
  for (const letter of id.slice(0, 10)) time = time * 32 + alphabet.indexOf(letter);
  return time;
}

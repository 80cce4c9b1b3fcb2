/** What a party says that has lost its mind: a web page, half an answer, no text at all. */

import { randomBytes } from 'node:crypto';

const webPage = '<!doctype html><title>Welcome to nginx!</title><h1>It works</h1>';

const noiseBytes = 64;

/**
 * Bytes that no protocol here can take for a yes: none of them is ASCII, so no line of them begins with an SMTP
 * code (`2..` would be one), and as an EPP length they are beyond every bound.
 */
function noise(): Buffer {
  return Buffer.from(randomBytes(noiseBytes).map((byte) => byte | 0x80));
}

/** Something in place of the `right` answer. Never that answer. */
export function createGarbage(right: Buffer | string): Buffer {
  const whole = Buffer.from(right);
  const others = [Buffer.from(webPage), Buffer.from('{}'), noise()];
  if (whole.length > 1) others.push(whole.subarray(0, whole.length >> 1));
  return others[Math.floor(Math.random() * others.length)] as Buffer;
}

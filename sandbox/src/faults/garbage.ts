/** Invalid responses of a faulty party: a web page, half of the response, or random bytes. */

import { randomBytes } from 'node:crypto';

const webPage = '<!doctype html><title>Welcome to nginx!</title><h1>It works</h1>';

const noiseBytes = 64;

/**
 * Bytes that no protocol here can mistake for success: none is ASCII, so none can be an SMTP status code, and as an
 * EPP length they exceed every limit.
 */
function noise(): Buffer {
  return Buffer.from(randomBytes(noiseBytes).map((byte) => byte | 0x80));
}

/** Returns an invalid response in place of the valid one. */
export function createGarbage(valid: Buffer | string): Buffer {
  const whole = Buffer.from(valid);
  const others = [Buffer.from(webPage), Buffer.from('{}'), noise()];
  if (whole.length > 1) others.push(whole.subarray(0, whole.length >> 1));
  return others[Math.floor(Math.random() * others.length)] as Buffer;
}

/** The SHA-256 fingerprint of files. */

import { createHash } from 'node:crypto';

/** SHA-256 (hex): what parties sign, and what identifies an uploaded file. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The fingerprint of a contract's file. */

import { createHash } from 'node:crypto';

/** SHA-256 of a file, hex: what parties sign, and by what an uploaded file is recognised. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** An avatar's bytes and address; pure. */

import { createHash } from 'node:crypto';

/** The bytes of a data URL that we made, and their type. */
export function parseDataUrl(dataUrl: string): { type: string; bytes: Buffer } {
  const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.*)$/.exec(dataUrl) ?? [];
  return { type, bytes: Buffer.from(base64, 'base64') };
}

export function computeDigest(dataUrl: string): string {
  return createHash('sha256').update(parseDataUrl(dataUrl).bytes).digest('base64url');
}

/** The same address always shows the same picture, so that it may be kept for ever. */
export const avatarPath = (digest: string): string => `/api/avatars/${digest}`;

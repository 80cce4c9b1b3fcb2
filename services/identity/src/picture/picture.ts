/** Bytes and address of an avatar. Pure. */

import { createHash } from 'node:crypto';

/** Bytes and media type of a data URL from `makePicture`. */
export function parseDataUrl(dataUrl: string): { type: string; bytes: Buffer } {
  const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.*)$/.exec(dataUrl) ?? [];
  return { type, bytes: Buffer.from(base64, 'base64') };
}

export function computeDigest(dataUrl: string): string {
  return createHash('sha256').update(parseDataUrl(dataUrl).bytes).digest('base64url');
}

/** An address always serves the same picture, so it can be cached forever. */
export const avatarPath = (digest: string): string => `/api/avatars/${digest}`;

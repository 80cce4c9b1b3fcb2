/** The product's fonts for the gateway's own pages, served from our own files. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { drawFontSheet, fontFiles } from '@nameloan/brand/fonts';

export interface Font {
  /** Contains a hash of the bytes, so that it can be cached indefinitely. */
  path: string;
  bytes: Buffer;
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

const fontOf = new Map(
  fontFiles.map((file): [string, Font] => {
    const bytes = readFileSync(file.path);
    return [file.name, { path: `/developers/${hashOf(bytes)}.woff2`, bytes }];
  }),
);

export const fonts: readonly Font[] = [...fontOf.values()];

export const fontStyle = drawFontSheet((name) => fontOf.get(name)?.path ?? '');

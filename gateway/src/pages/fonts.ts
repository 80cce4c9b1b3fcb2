/** The product's fonts for the gateway's own pages, served from our own files. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Font {
  /** Contains a hash of the bytes, so that it can be cached indefinitely. */
  path: string;
  bytes: Buffer;
}

const read = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(file)));

/** Latin letters only; others use system fonts. */
const faces = [
  {
    family: 'Besley',
    weight: '600',
    bytes: read('@fontsource/besley/files/besley-latin-600-normal.woff2'),
  },
  {
    family: 'Hanken Grotesk',
    weight: '100 900',
    bytes: read('@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'),
  },
  {
    family: 'Geist Mono',
    weight: '100 900',
    bytes: read('@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2'),
  },
].map((face) => ({
  ...face,
  path: `/developers/${createHash('sha256').update(face.bytes).digest('hex').slice(0, 16)}.woff2`,
}));

export const fonts: readonly Font[] = faces;

export const fontStyle = faces
  .map(
    ({ family, weight, path }) =>
      `@font-face{font-family:"${family}";src:url("${path}") format("woff2");font-weight:${weight};font-display:swap}`,
  )
  .join('\n');

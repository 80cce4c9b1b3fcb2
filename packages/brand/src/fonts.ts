/** The product's fonts for servers, which serve the files themselves: what to serve, and a style sheet with their URLs. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface FontFile {
  /** Name for use in a URL: `hanken-grotesk`. */
  name: string;
  /** Absolute path of the woff2 file. */
  path: string;
}

const sheet = readFileSync(new URL('./fonts.css', import.meta.url), 'utf8');
const sources = /url\("(@[\w-]+\/([\w-]+)\/[^"]+)"\)/g;

export const fontFiles: readonly FontFile[] = [...sheet.matchAll(sources)].map(
  ([, file = '', name = '']) => ({ name, path: fileURLToPath(import.meta.resolve(file)) }),
);

/** The style sheet fonts.css with the URL of each font on the caller's server. */
export function drawFontSheet(urlOf: (name: string) => string): string {
  return sheet.replaceAll(sources, (_source, _file, name) => `url("${urlOf(name)}")`);
}

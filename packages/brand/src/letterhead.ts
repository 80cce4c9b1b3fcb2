/** The seal and wordmark at the top of mails: one PNG for light and dark backgrounds, and the page that it is drawn from. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { logoPath } from './logo.ts';
import { tokens } from './tokens.ts';

/** Size in CSS pixels; the file has twice as many in each direction. */
export const letterheadSize = { width: 152, height: 36 } as const;

/** Readable on light and on dark, because a mail cannot know which of them a client shows. */
const ink = tokens.get('wine-500') ?? '';

export const letterheadFile: string = fileURLToPath(new URL('./letterhead.png', import.meta.url));

export const readLetterhead = (): Buffer => readFileSync(letterheadFile);

/** A page that shows nothing else. `displayFont` is the URL of Besley’s file. */
export function drawLetterhead(displayFont: string): string {
  const { width, height } = letterheadSize;
  return `<!doctype html><style>
@font-face{font-family:Besley;font-weight:600;src:url("${displayFont}")}
body{margin:0;width:${width}px;height:${height}px;display:flex;align-items:center;gap:9px;color:${ink};font:600 24px/1 Besley}
svg{flex:none}
</style><svg viewBox="-50 -50 100 100" width="34" height="34"><path d="${logoPath}" fill="none" stroke="${ink}" stroke-width="5" stroke-linejoin="round"/></svg>Nameloan`;
}

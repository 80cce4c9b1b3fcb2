/** The picture of a shared link and the icon on a phone's home screen: the pages that they are drawn from. */

import { ring } from './guilloche.ts';
import { logoPath } from './logo.ts';
import { tokens } from './tokens.ts';

/** In pixels, as networks ask for it. */
export const shareSize = { width: 1200, height: 630 } as const;
/** In CSS pixels; iOS rounds the corners itself. */
export const touchIconSize = { width: 180, height: 180 } as const;

const ink = (name: string): string => tokens.get(name) ?? '';

const rings = [
  { lobes: 14, innerRadius: 30, outerRadius: 50, copies: 9, skew: 0.8, steps: 36 },
  { lobes: 9, innerRadius: 17, outerRadius: 33, copies: 8, skew: 1.1, steps: 36 },
  { lobes: 7, innerRadius: 5, outerRadius: 19, copies: 6, skew: 0.6, steps: 36 },
];

const seal = (size: number) =>
  `<svg viewBox="-50 -50 100 100" width="${size}" height="${size}"><path d="${logoPath}" fill="none" stroke="#fff" stroke-width="5" stroke-linejoin="round"/></svg>`;

const frame = ({ width, height }: { width: number; height: number }, style: string) =>
  `<!doctype html><meta charset="utf-8"><style>body{margin:0;width:${width}px;height:${height}px;overflow:hidden;background:${ink('wine-900')};color:#fff}${style}</style>`;

/** A page of 1200 by 630 pixels. The fonts are URLs of their files. */
export function drawSharePicture(fonts: { display: string; sans: string }): string {
  const rosette = rings.map((one) => `<path d="${ring(one)}"/>`).join('');
  const style = `
@font-face{font-family:Besley;font-weight:600;src:url("${fonts.display}")}
@font-face{font-family:Hanken;font-weight:100 900;src:url("${fonts.sans}")}
.rosette{position:absolute;left:650px;top:-170px}
main{position:absolute;inset:72px 80px;display:flex;flex-direction:column}
.mark{display:flex;align-items:center;gap:16px;font:600 40px/1 Besley;letter-spacing:-.03em}
h1{margin:auto 0 0;max-width:860px;font:600 88px/1.03 Besley;letter-spacing:-.028em}
p{margin:28px 0 0;font:500 32px/1.3 Hanken;color:${ink('wine-100')}}`;
  return `${frame(shareSize, style)}<svg class="rosette" viewBox="-50 -50 100 100" width="960" height="960"><g fill="none" stroke="${ink('wine-600')}" stroke-width=".1">${rosette}</g></svg>
<main><div class="mark">${seal(56)}Nameloan</div><h1>Peer to Peer Lending for Domainers</h1><p>Borrow without selling the domain. Earn yield by lending.</p></main>`;
}

/** A page of 180 by 180 pixels. */
export const drawTouchIcon = (): string =>
  `${frame(touchIconSize, 'body{display:grid;place-items:center}')}${seal(124)}`;

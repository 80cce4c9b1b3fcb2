/** Draws a domain name's seal as an SVG file that browsers can cache. */

import { sealCurves } from '@nameloan/brand/guilloche';
import { readColour } from '@nameloan/brand/tokens';

export function drawSeal(name: string): string {
  const { outer, inner, inks } = sealCurves(name);
  const outerInk = readColour(`seal-${inks}-a`);
  const innerInk = readColour(`seal-${inks}-b`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100" fill="none" stroke-width="1.05"><style>.a{stroke:${outerInk.light}}.b{stroke:${innerInk.light}}@media (prefers-color-scheme: dark){.a{stroke:${outerInk.dark}}.b{stroke:${innerInk.dark}}}</style><path class="a" d="${outer}"/><path class="b" d="${inner}"/></svg>`;
}

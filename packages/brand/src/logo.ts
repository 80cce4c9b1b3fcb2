/** The Nameloan logo, the simplest seal, as an SVG path in the square from -50 to 50. */

import type { Ring } from './guilloche.ts';
import { ring } from './guilloche.ts';

export const logoRing: Readonly<Ring> = {
  lobes: 6,
  innerRadius: 13,
  outerRadius: 46,
  copies: 2,
  skew: 0.9,
  steps: 20,
};

export const logoPath = ring(logoRing);

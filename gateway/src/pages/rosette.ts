/** The product's logo, and its broken ring for the error pages, as SVG. */

import { ring } from '@nameloan/brand/guilloche';
import { logoPath, logoRing } from '@nameloan/brand/logo';

const draw = (kind: string, path: string) =>
  `<svg class="${kind}" viewBox="-50 -50 100 100" aria-hidden="true"><path d="${path}"/></svg>`;

export const logo = draw('logo', logoPath);
export const brokenRing = draw('broken', ring({ ...logoRing, share: 0.84 }));

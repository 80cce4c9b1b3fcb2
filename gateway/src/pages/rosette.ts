/** The ring of the product's seal as an SVG path: the logo, and the broken ring of the error pages. */

const turn = 2 * Math.PI;
const lobes = 6;
const middle = 29.5;
const swing = 16.5;
const skew = 0.9;

/** `share`: how much of each of the two curves is drawn. */
function ringPath(share: number): string {
  const steps = lobes * 20;
  const curve = (offset: number) =>
    Array.from({ length: Math.round(steps * share) + 1 }, (_, step) => {
      const t = (step / steps) * turn;
      const radius = middle + swing * Math.cos(lobes * t);
      const angle = t + offset + (skew * Math.sin(lobes * t)) / lobes;
      const at = [Math.cos(angle), Math.sin(angle)].map((one) => (radius * one).toFixed(1));
      return `${step === 0 ? 'M' : 'L'}${at.join(' ')}`;
    }).join('');
  const end = share === 1 ? 'Z' : '';
  return [0, turn / (lobes * 2)].map((offset) => curve(offset) + end).join('');
}

const draw = (kind: string, share: number) =>
  `<svg class="${kind}" viewBox="-50 -50 100 100" aria-hidden="true"><path d="${ringPath(share)}"/></svg>`;

export const logo = draw('logo', 1);
export const brokenRing = draw('broken', 0.84);

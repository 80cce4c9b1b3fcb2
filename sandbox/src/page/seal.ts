/** Draws a domain name's seal, the same rosette as in the product, as an SVG file that browsers can cache. */

interface Ring {
  lobes: number;
  from: number;
  to: number;
  copies: number;
  skew: number;
  steps: number;
}

/** Lobed closed curves between two radii, turned against each other, as one path. */
function ring({ lobes, from, to, copies, skew, steps }: Ring): string {
  const middle = (from + to) / 2;
  const swing = (to - from) / 2;
  const count = lobes * steps;
  const curves = Array.from({ length: copies }, (_, copy) => {
    const offset = (copy * 2 * Math.PI) / (lobes * copies);
    const points = Array.from({ length: count + 1 }, (_point, index) => {
      const turn = (index / count) * 2 * Math.PI;
      const radius = middle + swing * Math.cos(lobes * turn);
      const angle = turn + offset + (skew * Math.sin(lobes * turn)) / lobes;
      return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
    });
    return `M${points.join('L')}Z`;
  });
  return curves.join('');
}

/** FNV-1a with extra mixing, so that similar names get different seals. */
function hash(text: string): number {
  let value = 2166136261;
  for (let at = 0; at < text.length; at++) {
    value ^= text.charCodeAt(at);
    value = Math.imul(value, 16777619);
  }
  value ^= value >>> 15;
  value = Math.imul(value, 2246822507);
  value ^= value >>> 13;
  return value >>> 0;
}

const pick = (values: readonly number[], bits: number): number => values[bits % values.length] ?? 0;

export interface SealCurves {
  outer: string;
  inner: string;
  /** The pair of inks, from 1 to 5. */
  inks: number;
}

export function sealCurves(name: string): SealCurves {
  const bits = hash(name);
  const lobes = pick([5, 6, 7, 8, 9, 11, 13, 16], bits);
  const from = pick([20, 24, 29, 34], bits >>> 6);
  const outer = ring({
    lobes,
    from,
    to: 48,
    copies: lobes > 10 ? 2 : 2 + ((bits >>> 16) % 3),
    skew: pick([-0.9, 0.1, 0.7, 1.5], bits >>> 13),
    steps: lobes < 8 ? 30 : 20,
  });
  const inner = ring({
    lobes: 4 + ((bits >>> 3) % 6),
    from: 14,
    to: Math.min(from + 6, 33),
    copies: 2 + ((bits >>> 20) % 2),
    skew: pick([0.2, 1, 1.7], bits >>> 22),
    steps: 24,
  });
  return { outer, inner, inks: sealInks(name) };
}

export function sealInks(name: string): number {
  return 1 + ((hash(name) >>> 9) % 5);
}

/** An SVG file; `tokens`: source of the style sheet with the ink colours. */
export function drawSeal(name: string, tokens: string): string {
  const { outer, inner, inks } = sealCurves(name);
  const ink = (which: string) =>
    new RegExp(`--seal-${inks}-${which}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? [];
  const [[, outerLight, outerDark], [, innerLight, innerDark]] = [ink('a'), ink('b')];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100" fill="none" stroke-width="1.05"><style>.a{stroke:${outerLight}}.b{stroke:${innerLight}}@media (prefers-color-scheme: dark){.a{stroke:${outerDark}}.b{stroke:${innerDark}}}</style><path class="a" d="${outer}"/><path class="b" d="${inner}"/></svg>`;
}

/** The product's logo, the simplest seal. */
export const markPath = ring({ lobes: 6, from: 13, to: 46, copies: 2, skew: 0.9, steps: 20 });

/** The guilloche engraving of seals: curves computed from the domain name, always the same for that name. */

export interface Ring {
  lobes: number;
  innerRadius: number;
  outerRadius: number;
  copies: number;
  skew?: number;
  /** Points along one lobe. */
  steps?: number;
  /** The share of each curve that is drawn; below 1 the curves are open. */
  share?: number;
}

const drawn = new Map<string, string>();

/** Lobed closed curves between two radii, rotated against each other, as one path. */
export function ring(of: Ring): string {
  const key = JSON.stringify(of);
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const path = Array.from({ length: of.copies }, (_, copy) => curve(of, copy)).join('');
  drawn.set(key, path);
  return path;
}

function curve(of: Ring, copy: number): string {
  const { lobes, innerRadius, outerRadius, copies, skew = 0, steps = 16, share = 1 } = of;
  const middle = (innerRadius + outerRadius) / 2;
  const amplitude = (outerRadius - innerRadius) / 2;
  const offset = (copy * 2 * Math.PI) / (lobes * copies);
  const count = lobes * steps;
  const points = Array.from({ length: Math.round(count * share) + 1 }, (_, index) => {
    const turn = (index / count) * 2 * Math.PI;
    const radius = middle + amplitude * Math.cos(lobes * turn);
    const angle = turn + offset + (skew * Math.sin(lobes * turn)) / lobes;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}${share === 1 ? 'Z' : ''}`;
}

/** FNV-1a with a final mix, so that similar names give different seals. */
export function hash(text: string): number {
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

export interface SealCurves {
  outer: string;
  inner: string;
  /** The ink pair, from 1 to 5. */
  inks: number;
}

const inkPairs = 5;

/** Chooses one of the values by some bits of the hash. */
function pick(values: readonly number[], bits: number): number {
  return values[bits % values.length] ?? 0;
}

export function sealCurves(name: string): SealCurves {
  const bits = hash(name);
  const lobes = pick([5, 6, 7, 8, 9, 11, 13, 16], bits);
  const innerRadius = pick([20, 24, 29, 34], bits >>> 6);
  const outer = ring({
    lobes,
    innerRadius,
    outerRadius: 48,
    copies: lobes > 10 ? 2 : 2 + ((bits >>> 16) % 3),
    skew: pick([-0.9, 0.1, 0.7, 1.5], bits >>> 13),
    steps: lobes < 8 ? 30 : 20,
  });
  const inner = ring({
    lobes: 4 + ((bits >>> 3) % 6),
    innerRadius: 14,
    outerRadius: Math.min(innerRadius + 6, 33),
    copies: 2 + ((bits >>> 20) % 2),
    skew: pick([0.2, 1, 1.7], bits >>> 22),
    steps: 24,
  });
  return { outer, inner, inks: sealInks(name) };
}

/** The ink pair of a name's seal, from 1 to 5. */
export function sealInks(name: string): number {
  return 1 + ((hash(name) >>> 9) % inkPairs);
}

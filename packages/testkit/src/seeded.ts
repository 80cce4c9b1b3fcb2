/** Seeded random numbers, so that a failure can be reproduced. */

export interface RandomSource {
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** True with probability 1 / `times`. */
  oneIn(times: number): boolean;
}

/** Marsaglia's xorshift with 32 bits. */
export function seeded(seed: number): RandomSource {
  let state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  const below = (limit: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
  return {
    below,
    pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
    oneIn: (times) => below(times) === 0,
  };
}

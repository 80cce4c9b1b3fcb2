/** Median and percentiles of a series of measurements. */

export function percentile(values: readonly number[], fraction: number): number {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * fraction))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

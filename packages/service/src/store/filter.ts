/** What a filter may hold when it is sent: a value that came from a caller is never an operator. */

/** Moments and bytes are values; any other object among those that a key may be one of would be taken for a condition. */
const isValue = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  value instanceof Date ||
  value instanceof Uint8Array;

/**
 * The filter with only values in its lists. Representations of entities are free JSON, and what they call an id may be
 * an object; a record with such an id is never there.
 */
export function askable(filter: object): object {
  let asked: Record<string, unknown> | undefined;
  for (const [key, condition] of Object.entries(filter)) {
    const list = (condition as { $in?: unknown } | null | undefined)?.$in;
    if (!Array.isArray(list) || list.every(isValue)) continue;
    asked ??= { ...filter };
    asked[key] = { ...(condition as object), $in: list.filter(isValue) };
  }
  return asked ?? filter;
}

/** Sanitizes filters, so that a value from a caller never acts as an operator. */

/** Dates and bytes are values; MongoDB would take any other object in an `$in` list for a condition. */
const isValue = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  value instanceof Date ||
  value instanceof Uint8Array;

/**
 * Removes objects from the filter's lists. Entity representations are arbitrary JSON, so an id may be an object; no
 * record has such an id.
 */
export function sanitizeFilter(filter: object): object {
  let sanitized: Record<string, unknown> | undefined;
  for (const [key, condition] of Object.entries(filter)) {
    const list = (condition as { $in?: unknown } | null | undefined)?.$in;
    if (!Array.isArray(list) || list.every(isValue)) continue;
    sanitized ??= { ...filter };
    sanitized[key] = { ...(condition as object), $in: list.filter(isValue) };
  }
  return sanitized ?? filter;
}

/** Normalizes a GraphQL result for comparison with another executor's: drops what the specification leaves open. */

interface GraphqlResult {
  data?: unknown;
  errors?:
    | readonly { path?: readonly (string | number)[] | undefined; message: string }[]
    | undefined;
}

/**
 * Data with ordered keys, and errors without order. Of several errors below a position that became null, only one must
 * be reported (GraphQL specification, section 6.4.4), and which one is undefined for fields that run in parallel.
 */
export function toComparableResult({ data, errors = [] }: GraphqlResult): {
  data: string;
  reported: string[];
} {
  const reported = errors.map((error) => {
    const { path } = error;
    if (!path) return JSON.stringify(error);
    const depth = nullDepth(data, path);
    return depth < path.length
      ? `below ${JSON.stringify(path.slice(0, depth))}`
      : JSON.stringify(error);
  });
  return { data: JSON.stringify(data) ?? 'none', reported: [...new Set(reported)].sort() };
}

/** Number of path elements until the data is null. */
function nullDepth(data: unknown, path: readonly (string | number)[]): number {
  let at = data;
  for (const [depth, key] of path.entries()) {
    if (at === null || at === undefined) return depth;
    at = (at as Record<string | number, unknown>)[key];
  }
  return path.length;
}

/** An answer as it can be held against another executor's: what is not promised is left out. */

interface Answer {
  data?: unknown;
  errors?:
    | readonly { path?: readonly (string | number)[] | undefined; message: string }[]
    | undefined;
}

/**
 * Data with their keys in order, and what was told, in no order. Of the faults below a place that became null because
 * of them only the first is promised (GraphQL, section 6.4.4): which one comes first is chance where several run at once.
 */
export function plainAnswer({ data, errors = [] }: Answer): { data: string; told: string[] } {
  const told = errors.map((error) => {
    const { path } = error;
    if (!path) return JSON.stringify(error);
    const depth = nullDepth(data, path);
    return depth < path.length
      ? `below ${JSON.stringify(path.slice(0, depth))}`
      : JSON.stringify(error);
  });
  return { data: JSON.stringify(data) ?? 'none', told: [...new Set(told)].sort() };
}

/** How many steps of the path there are until the answer is null. */
function nullDepth(data: unknown, path: readonly (string | number)[]): number {
  let at = data;
  for (const [depth, key] of path.entries()) {
    if (at === null || at === undefined) return depth;
    at = (at as Record<string | number, unknown>)[key];
  }
  return path.length;
}

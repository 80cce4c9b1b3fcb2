/** Objects that will hold the same keys, made at their full size: one that grows key by key is copied several times. */

const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Whether a key means something to every object. */
export const isOdd = (key: string): boolean => inherited.has(key);

/** Makes objects with these keys in this order, none with a value yet; without a prototype where a key is odd. */
export function emptyOf(keys: readonly string[]): () => Record<string, unknown> {
  if (keys.some(isOdd)) return () => Object.create(null);
  const all: Record<string, unknown> = {};
  for (const key of keys) all[key] = undefined;
  return () => ({ ...all });
}

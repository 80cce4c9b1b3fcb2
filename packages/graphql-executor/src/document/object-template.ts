/** Creates objects with all keys at once: V8 copies an object that grows key by key several times. */

const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Whether Object.prototype has the key. */
export const isInherited = (key: string): boolean => inherited.has(key);

/** Creates objects with these keys in this order and no values; without a prototype if a key is inherited. */
export function objectTemplate(keys: readonly string[]): () => Record<string, unknown> {
  if (keys.some(isInherited)) return () => Object.create(null);
  const all: Record<string, unknown> = {};
  for (const key of keys) all[key] = undefined;
  return () => ({ ...all });
}

/** Records that throw when they are changed, or when a key is read that was not projected. */

/** Keys that runtimes read from any object: to await it, to print it, or to find its federation type. */
const commonKeys = new Set([
  'then',
  'toJSON',
  '__typename',
  'inspect',
  'nodeType',
  '@@__IMMUTABLE_',
]);

/** `keys`: the projected keys in addition to the id; absent: the whole record. */
export function strictRecord<R extends object>(record: R, keys?: readonly string[]): R {
  const read = keys && new Set<string | symbol>([...keys, 'id']);
  return new Proxy(record, {
    get(target, key, receiver) {
      const isAllowed =
        !read || read.has(key) || typeof key === 'symbol' || key in Object.prototype;
      if (isAllowed || commonKeys.has(key)) return Reflect.get(target, key, receiver);
      throw new Error(`${key} was not read: add it to the projection next to ${keys}`);
    },
    set(_, key) {
      throw new Error(`${String(key)} of a shared record was changed`);
    },
    deleteProperty(_, key) {
      throw new Error(`${String(key)} of a shared record was deleted`);
    },
  });
}

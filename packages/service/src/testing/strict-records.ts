/** Records that refuse what would go unnoticed else: to be changed, or to be asked for a key that was not read. */

/** What anything may be asked for, whatever it is: awaited, printed, told by federation of which type it is. */
const ofAnyObject = new Set([
  'then',
  'toJSON',
  '__typename',
  'inspect',
  'nodeType',
  '@@__IMMUTABLE_',
]);

/** `keys`: all that was read of it beside the id; absent: the whole record. */
export function strictRecord<R extends object>(record: R, keys?: readonly string[]): R {
  const read = keys && new Set<string | symbol>([...keys, 'id']);
  return new Proxy(record, {
    get(target, key, receiver) {
      const known = !read || read.has(key) || typeof key === 'symbol' || key in Object.prototype;
      if (known || ofAnyObject.has(key)) return Reflect.get(target, key, receiver);
      throw new Error(`${key} was not read: name it in the table of keys, beside ${keys}`);
    },
    set(_, key) {
      throw new Error(`${String(key)} of a record that others hold too was written`);
    },
    deleteProperty(_, key) {
      throw new Error(`${String(key)} of a record that others hold too was deleted`);
    },
  });
}

/** $addFields and $set: new fields at dotted paths, without touching the documents they come from. */
import { type Document, isDocument, newDocument, type Value } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { compileExpression } from './expression.ts';
import { type Evaluate, rowOf, type Variables } from './variables.ts';

type Entry = { path: string[]; evaluate: Evaluate };

function collect(fields: Document, prefix: string[], entries: Entry[]): void {
  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith('$')) throw fault(16410, "FieldPath field names may not start with '$'.");
    const path = [...prefix, ...name.split('.')];
    if (path.some((part) => part === ''))
      throw fault(15998, 'FieldPath field names may not be empty strings.');
    const nested =
      isDocument(value) && Object.keys(value).length > 0 && !Object.keys(value)[0]?.startsWith('$');
    if (nested) collect(value, path, entries);
    else entries.push({ path, evaluate: compileExpression(value) });
  }
}

function put(
  container: Value | undefined,
  path: readonly string[],
  value: Value | undefined,
): Value {
  const [part, ...rest] = path;
  if (part === undefined) return value ?? null;
  if (Array.isArray(container)) return container.map((item) => put(item, path, value));
  const copy = isDocument(container) ? Object.assign(newDocument(), container) : newDocument();
  if (rest.length > 0) copy[part] = put(copy[part], rest, value);
  else if (value === undefined) delete copy[part];
  else copy[part] = value;
  return copy;
}

export type Transform = (document: Document, variables: Variables) => Document;

export function compileSetFields(fields: Value): Transform {
  if (!isDocument(fields)) throw fault(40272, '$addFields specification stage must be an object');
  const entries: Entry[] = [];
  collect(fields, [], entries);
  return (document, variables) => {
    const scope = rowOf(document, variables);
    const values = entries.map(({ evaluate }) => evaluate(scope));
    let result: Value = document;
    for (const [at, { path }] of entries.entries()) result = put(result, path, values[at]);
    return result as Document;
  };
}

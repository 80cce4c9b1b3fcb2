/** $addFields and $set: new fields at dotted paths, without touching the documents they come from. */
import type { Path } from '../bson/paths.ts';
import { parseFieldPath } from '../bson/paths.ts';
import type { Document, Value } from '../bson/values.ts';
import { isDocument, newDocument } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { compileExpression } from '../expression/expression.ts';
import type { Evaluate, Variables } from '../expression/variables.ts';
import { rowOf } from '../expression/variables.ts';

type Entry = { path: Path; evaluate: Evaluate };

/** True for `{ $add: … }`; an object of fields is looked into. */
function isExpression(value: Document): boolean {
  const names = Object.keys(value);
  if (!names.some((name) => name.startsWith('$'))) return names.length === 0;
  if (names.length > 1)
    throw fault(
      40181,
      `an expression specification must contain exactly one field, the name of the expression. Found ${names.length} fields`,
    );
  return true;
}

function collect(fields: Document, prefix: Path, entries: Entry[]): void {
  for (const [name, value] of Object.entries(fields)) {
    if (prefix.length > 0 && name.includes('.'))
      throw fault(40183, "FieldPath field names may not contain '.' in a nested specification");
    const path = [...prefix, ...parseFieldPath(name)];
    if (isDocument(value) && !isExpression(value)) collect(value, path, entries);
    else entries.push({ path, evaluate: compileExpression(value) });
  }
}

/** Throws when a path leads through another. Sorted, those would stand side by side. */
function refuseConflicts(entries: readonly Entry[]): void {
  const paths = entries.map(({ path }) => path.join('\0')).sort();
  for (const [at, path] of paths.entries())
    if (at > 0 && (path === paths[at - 1] || path.startsWith(`${paths[at - 1]}\0`)))
      throw fault(40176, 'specification contains two conflicting paths');
}

function put(container: Value | undefined, path: Path, value: Value | undefined): Value {
  const [part, ...rest] = path;
  if (part === undefined) return value ?? null;
  if (Array.isArray(container)) return container.map((item) => put(item, path, value));
  const copy = isDocument(container) ? Object.assign(newDocument(), container) : newDocument();
  if (rest.length > 0) copy[part] = put(copy[part], rest, value);
  else if (value === undefined) delete copy[part];
  else copy[part] = value;
  return copy;
}

/** Sets one path in a copy of a document; undefined removes what is there. */
export function fieldSetter(
  path: Path,
): (document: Document, value: Value | undefined) => Document {
  return (document, value) => put(document, path, value) as Document;
}

/** The same for a path that replaces all on its way that is no document, also arrays (MutableDocument's nested fields). */
export function nestedSetter(path: Path): (document: Document, value: Value) => Document {
  const at = (container: Value | undefined, [part, ...rest]: Path, value: Value): Document => {
    const copy = isDocument(container) ? Object.assign(newDocument(), container) : newDocument();
    const name = part as string;
    copy[name] = rest.length > 0 ? at(copy[name], rest, value) : value;
    return copy;
  };
  return (document, value) => at(document, path, value);
}

export type Transform = (document: Document, variables: Variables) => Document;

export function compileSetFields(fields: Document): Transform {
  const entries: Entry[] = [];
  collect(fields, [], entries);
  refuseConflicts(entries);
  return (document, variables) => {
    const scope = rowOf(document, variables);
    const values = entries.map(({ evaluate }) => evaluate(scope));
    let result: Value = document;
    for (const [at, { path }] of entries.entries()) result = put(result, path, values[at]);
    return result as Document;
  };
}

/** Resolves update paths ($, $[], $[name]) and reads or writes a place in a document being changed. */
import { childOf, isIndexName } from '../bson/paths.ts';
import { showValue } from '../bson/show.ts';
import type { Document, Value } from '../bson/values.ts';
import { isDocument, newDocument } from '../bson/values.ts';
import { fault } from '../errors.ts';

export type ElementFilter = (element: Value) => boolean;

/** What array parts of a path refer to. */
export type Positions = {
  /** Index matched by the query, for `$`. */
  matched: number | undefined;
  filters: ReadonlyMap<string, ElementFilter>;
};

const maxPadding = 1_500_000;

/** True for `$`, `$[]` and `$[name]`; any other name with a dollar is just a name. */
export function isDynamic(part: string): boolean {
  return part === '$' || /^\$\[.*\]$/s.test(part);
}

/** Splits an update path; throws EmptyFieldName (56), and BadValue (2) for a misplaced `$`. */
export function parseUpdatePath(path: string): string[] {
  const parts = path.split('.');
  if (path === '') throw fault(56, 'An empty update path is not valid.');
  if (parts.includes(''))
    throw fault(
      56,
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  if (isDynamic(parts[0] as string))
    throw fault(
      2,
      `Cannot have array filter identifier (i.e. '$[<id>]') or positional (i.e. '$') element in the first position in path '${path}'`,
    );
  if (parts.filter((part) => part === '$').length > 1)
    throw fault(2, `Too many positional (i.e. '$') elements found in path '${path}'`);
  return parts;
}

/** Throws DollarPrefixedFieldName (52): only a new document may have such a name at its top. */
export function refuseDollar(field: string): void {
  if (field.startsWith('$'))
    throw fault(
      52,
      `The dollar ($) prefixed field '${field}' in '${field}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
}

function selected(items: Value[], part: string, positions: Positions): number[] {
  const all = items.map((_, at) => at);
  if (part === '$[]') return all;
  const name = part.slice(2, -1);
  const filter = positions.filters.get(name);
  if (!filter) throw fault(2, `No array filter found for identifier '${name}' in path`);
  return all.filter((at) => filter(items[at] as Value));
}

/** The concrete paths that a path with array parts stands for in this document. */
export function expandPath(
  document: Document,
  path: readonly string[],
  positions: Positions,
): string[][] {
  let open: { path: string[]; value: Value | undefined }[] = [{ path: [], value: document }];
  for (const part of path) {
    if (part === '$') {
      const { matched } = positions;
      if (matched === undefined)
        throw fault(2, 'The positional operator did not find the match needed from the query.');
      open = open.map(({ path, value }) => ({
        path: [...path, String(matched)],
        value: childOf(value, String(matched)),
      }));
    } else if (isDynamic(part)) {
      open = open.flatMap(({ path: at, value }) => {
        if (!Array.isArray(value))
          throw fault(
            2,
            value === undefined
              ? `The path '${at.join('.')}' must exist in the document in order to apply array updates.`
              : `Cannot apply array updates to non-array element ${at.at(-1)}: ${showValue(value)}`,
          );
        return selected(value, part, positions).map((index) => ({
          path: [...at, String(index)],
          value: value[index],
        }));
      });
    } else
      open = open.map(({ path, value }) => ({
        path: [...path, part],
        value: childOf(value, part),
      }));
  }
  return open.map(({ path }) => path);
}

export function readAt(document: Document, path: readonly string[]): Value | undefined {
  let value: Value | undefined = document;
  for (const part of path) value = childOf(value, part);
  return value;
}

function blocked(path: readonly string[], at: number, value: Value): Error {
  const owner = path[at - 1] ?? '';
  return fault(
    28,
    `Cannot create field '${path[at] ?? ''}' in element {${owner}: ${showValue(value)}}`,
  );
}

function checkIndex(items: Value[], path: readonly string[], at: number): number {
  const part = path[at] as string;
  if (!isIndexName(part)) throw blocked(path, at, items);
  const index = Number(part);
  if (index - items.length > maxPadding)
    throw fault(10003, "can't backfill more than 1500000 elements");
  return index;
}

function putChild(
  container: Value,
  path: readonly string[],
  put: { at: number; value: Value },
): void {
  const part = path[put.at] as string;
  if (Array.isArray(container)) {
    const index = checkIndex(container, path, put.at);
    while (container.length < index) container.push(null);
    container[index] = put.value;
  } else if (isDocument(container)) container[part] = put.value;
  else throw blocked(path, put.at, container);
}

/** Writes `value`, making documents on the way; throws PathNotViable (28) through a scalar. */
export function writeAt(document: Document, path: readonly string[], value: Value): void {
  let container: Value = document;
  for (let at = 0; at < path.length - 1; at++) {
    let next = childOf(container, path[at] as string);
    if (next === undefined) {
      next = newDocument();
      putChild(container, path, { at, value: next });
    } else if (!isDocument(next) && !Array.isArray(next)) throw blocked(path, at + 1, next);
    container = next;
  }
  putChild(container, path, { at: path.length - 1, value });
}

/** The error of $pop and similar operators for a path that doesn't exist; `at` is the unreachable segment. */
function unreachable(path: readonly string[], at: number): string {
  return `Cannot use the part (${path[at]}) of (${path.join('.')})`;
}

/** Throws PathNotViable (28) when `path` could not be written. */
export function checkViable(
  document: Document,
  path: readonly string[],
  showPath: (path: readonly string[], at: number) => string = unreachable,
): void {
  let container: Value | undefined = document;
  for (let at = 0; at < path.length && container !== undefined; at++) {
    const part = path[at] as string;
    if (Array.isArray(container) ? !isIndexName(part) : !isDocument(container))
      throw fault(
        28,
        `${showPath(path, at)} to traverse the element ({${path[at - 1]}: ${showValue(container)}})`,
      );
    container = childOf(container, part);
  }
}

/** Removes a field; an array element becomes null. Nothing there is fine. */
export function removeAt(document: Document, path: readonly string[]): void {
  const container = readAt(document, path.slice(0, -1));
  const last = path.at(-1) as string;
  if (Array.isArray(container)) {
    if (isIndexName(last) && Number(last) < container.length) container[Number(last)] = null;
  } else if (isDocument(container)) delete container[last];
}

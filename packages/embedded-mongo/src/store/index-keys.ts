/** Computes the entries that a document has in an index. */
import type { Fold } from '../bson/keys.ts';
import { encodeKey, invertKey, tag } from '../bson/keys.ts';
import type { Path } from '../bson/paths.ts';
import { isIndexName, leavesOf } from '../bson/paths.ts';
import type { Document, Value } from '../bson/values.ts';
import { fault } from '../errors.ts';

export type IndexField = { path: Path; descending: boolean };

/** An index as its definition says, ready to compute keys. */
export type KeyShape = {
  fields: IndexField[];
  sparse: boolean;
  fold: Fold | undefined;
  /** Of a partial index: which documents it holds. */
  covers: ((document: Document) => boolean) | undefined;
};

export type IndexKeys = { keys: string[]; manyFields: boolean[] | undefined };

const none: IndexKeys = { keys: [], manyFields: undefined };

function componentOf(value: Value | undefined, field: IndexField, fold: Fold | undefined): string {
  const key = encodeKey(value, fold);
  return field.descending ? invertKey(key) : key;
}

function components(
  values: (Value | undefined)[],
  field: IndexField,
  fold: Fold | undefined,
): string[] {
  if (values.length === 0) return [field.descending ? invertKey(tag.emptyArray) : tag.emptyArray];
  return values.map((value) => componentOf(value, field, fold));
}

/** A nested path through one array gives rows: the fields of one element belong together. */
function rowsOf(document: Document, shape: KeyShape): { rows: string[][]; many: boolean[] } {
  let rows: string[][] = [[]];
  const many: boolean[] = [];
  const arrayRoot = sharedArray(document, shape);
  if (arrayRoot) return rowsThrough(document, shape, arrayRoot);
  let arrays = 0;
  for (const field of shape.fields) {
    const leaves = leavesOf(document, field.path);
    many.push(leaves.many);
    if (leaves.many && ++arrays > 1) throw fault(171, 'cannot index parallel arrays');
    const parts = components(leaves.values, field, shape.fold);
    rows =
      parts.length === 1
        ? rows.map((row) => [...row, parts[0] as string])
        : rows.flatMap((row) => parts.map((part) => [...row, part]));
  }
  return { rows, many };
}

/** The top-level array that two or more fields of a compound index pass through. */
function sharedArray(document: Document, shape: KeyShape): string | undefined {
  if (shape.fields.length < 2) return undefined;
  if (shape.fields.some((field) => field.path.slice(1).some(isIndexName))) return undefined;
  const roots = shape.fields.map((field) => field.path[0] as string);
  return roots.find((root, at) => roots.indexOf(root) !== at && Array.isArray(document[root]));
}

function rowsThrough(
  document: Document,
  shape: KeyShape,
  root: string,
): { rows: string[][]; many: boolean[] } {
  const items = document[root] as Value[];
  const rows: string[][] = [];
  let many: boolean[] = shape.fields.map((field) => field.path[0] === root);
  for (const item of items.length === 0 ? [undefined] : items) {
    const single = { ...document };
    if (item === undefined) delete single[root];
    else single[root] = item;
    const inner = rowsOf(single, shape);
    if (shape.fields.some((field, at) => field.path[0] !== root && inner.many[at] === true))
      throw fault(171, 'cannot index parallel arrays');
    rows.push(...inner.rows);
    many = many.map((flag, at) => flag || inner.many[at] === true);
  }
  return { rows, many };
}

function allMissing(document: Document, shape: KeyShape): boolean {
  return shape.fields.every(
    (field) =>
      leavesOf(document, field.path).values.every((value) => value === undefined) &&
      leavesOf(document, field.path).values.length > 0,
  );
}

/** The keys of a document, without duplicates; none when a sparse or partial index leaves it out. */
export function indexKeys(document: Document, shape: KeyShape): IndexKeys {
  if (shape.covers && !shape.covers(document)) return none;
  if (shape.sparse && allMissing(document, shape)) return none;
  const [first] = shape.fields;
  if (shape.fields.length === 1 && first?.path.length === 1) {
    const value = document[first.path[0] as string];
    if (!Array.isArray(value))
      return { keys: [componentOf(value, first, shape.fold)], manyFields: undefined };
  }
  const { rows, many } = rowsOf(document, shape);
  const keys = rows.map((row) => row.join(''));
  return {
    keys: keys.length > 1 ? [...new Set(keys)] : keys,
    manyFields: many.includes(true) ? many : undefined,
  };
}

/** Walks dotted paths through documents and arrays the way queries and indexes see them. */
import { fault } from '../errors.ts';
import type { Document, Value } from './values.ts';
import { isDocument } from './values.ts';

/** A dotted path, split. */
export type Path = readonly string[];

/** Receives the array position that made a filter match, for the positional `$` (outermost array). */
export type Match = { index?: number };

export type Leaf = (value: Value | undefined, match?: Match) => boolean;

export function splitPath(path: string): Path {
  return path.split('.');
}

/** Names with a dollar that are fields all the same: those of a DBRef. */
const dbrefNames = new Set(['$ref', '$id', '$db']);

export function isDbRefName(part: string): boolean {
  return dbrefNames.has(part);
}

const maxPathNames = 200;

/**
 * Splits the path of a projection, a sort or a stage. Throws what the real server throws for one
 * that names no field: 40352 empty, 40353 dot at the end, 15998 empty name, 16410 dollar, 16411 NUL,
 * Overflow (15) for more than 200 names.
 */
export function parseFieldPath(path: string): Path {
  if (path === '') throw fault(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) throw fault(40353, "FieldPath must not end with a '.'.");
  const parts = splitPath(path);
  if (parts.length > maxPathNames) throw fault(15, 'FieldPath is too long');
  for (const part of parts) {
    if (part === '') throw fault(15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$') && !isDbRefName(part))
      throw fault(
        16410,
        "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
      );
    if (part.includes('\0'))
      throw fault(16411, "FieldPath field names may not contain '\\0'. Consider using $getField.");
  }
  return parts;
}

export function isIndexName(part: string): boolean {
  return /^(0|[1-9]\d*)$/.test(part);
}

function someItem(
  items: Value[],
  match: Match | undefined,
  test: (item: Value) => boolean,
): boolean {
  for (let at = 0; at < items.length; at++) {
    if (!test(items[at] as Value)) continue;
    if (match) match.index = at;
    return true;
  }
  return false;
}

/**
 * True when `leaf` accepts one of the values that `path` reaches; a field that is not there is
 * given as undefined. Arrays on the way are entered once, by position and by element.
 */
export function somePath(document: Document, walk: Walk): boolean {
  return step(document, 0, walk);
}

/**
 * `leaf` is asked about every value that `path` reaches, `position` (if it differs) about one that the path names by its
 * position in an array; `match` receives the position.
 */
export type Walk = { path: Path; leaf: Leaf; position?: Leaf; match?: Match | undefined };

function step(container: Document, at: number, walk: Walk): boolean {
  const value = container[walk.path[at] as string];
  return enter(value, at + 1, walk);
}

function enter(value: Value | undefined, at: number, walk: Walk): boolean {
  if (at === walk.path.length) return walk.leaf(value, walk.match);
  if (Array.isArray(value)) return enterArray(value, at, walk);
  return isDocument(value) ? step(value, at, walk) : walk.leaf(undefined, walk.match);
}

/** Element by element: the fields of one that is a document, then the one that the path names by its position. */
function enterArray(items: Value[], at: number, walk: Walk): boolean {
  const part = walk.path[at] as string;
  const position = isIndexName(part) ? Number(part) : -1;
  for (const [place, item] of items.entries()) {
    if (isDocument(item) && step(item, at, walk)) {
      if (walk.match) walk.match.index = place;
      return true;
    }
    if (place === position && enterPosition(item, at + 1, walk)) return true;
  }
  return false;
}

/** A value at a position ends the walk unless it holds others; a list there is asked as a whole. */
function enterPosition(value: Value, at: number, walk: Walk): boolean {
  if (at === walk.path.length) return (walk.position ?? walk.leaf)(value, walk.match);
  if (Array.isArray(value)) return enterArray(value, at, walk);
  return isDocument(value) && step(value, at, walk);
}

/** Lets `test` see the elements of an array value as well as the array itself. */
export function eachElement(test: (value: Value | undefined) => boolean): Leaf {
  return (value, match) => {
    if (!Array.isArray(value)) return test(value);
    return someItem(value, match, test) || test(value);
  };
}

/**
 * The values under a path as joins see them (document_path_support's visitAllValuesAtPath): those of a list one by one,
 * positions before elements, nothing for what is missing.
 */
export function valuesAt(document: Document, path: Path): Value[] {
  const values: Value[] = [];
  const collect = (from: Document, start: number): void => {
    let value = from[path[start] as string];
    let at = start + 1;
    while (at < path.length && Array.isArray(value) && isIndexName(path[at] as string))
      value = value[Number(path[at++])];
    if (at < path.length) {
      for (const each of Array.isArray(value) ? value : [value])
        if (isDocument(each)) collect(each, at);
    } else if (Array.isArray(value)) values.push(...value);
    else if (value !== undefined) values.push(value);
  };
  collect(document, 0);
  return values;
}

/** The value at a path of documents only, no arrays entered; undefined when not there. */
export function plainValue(document: Document, path: Path): Value | undefined {
  let value: Value | undefined = document;
  for (const part of path) value = isDocument(value) ? value[part] : undefined;
  return value;
}

/** What a field or a position of an array holds. */
export function childOf(value: Value | undefined, part: string): Value | undefined {
  if (Array.isArray(value)) return isIndexName(part) ? value[Number(part)] : undefined;
  return isDocument(value) ? value[part] : undefined;
}

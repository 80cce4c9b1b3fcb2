/** Merges subgraph responses. Clients choose the keys, so inherited object properties must never be used as values. */

import { isInherited } from '../document/object-template.ts';

export type Tree = Record<string, unknown>;

/** An object without inherited properties if any key needs it. */
export const emptyFor = (odd: boolean): Tree => (odd ? Object.create(null) : {});

/** The own property of that key. */
export const ownOf = (tree: object, key: string): unknown =>
  Object.hasOwn(tree, key) ? (tree as Tree)[key] : undefined;

/** Writes an own property, even if every object inherits one of that name. */
export function setOwn(tree: Tree, key: string, value: unknown): void {
  if (isInherited(key) && !Object.hasOwn(tree, key) && key in tree)
    Object.defineProperty(tree, key, {
      configurable: true,
      enumerable: true,
      writable: true,
      value,
    });
  else tree[key] = value;
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges `source` into `target`: objects recursively, lists of equal length item by item; other values are replaced. */
export function mergeInto(target: unknown, source: unknown): void {
  if (source === undefined || source === null) return;
  const from = source as Tree;
  const to = target as Tree;
  for (const key of Object.keys(from)) {
    const value = from[key];
    if (value === undefined) continue;
    const known = isInherited(key) ? ownOf(to, key) : to[key];
    if (known && isTree(value)) mergeInto(known, value);
    else if (Array.isArray(value) && Array.isArray(known) && value.length === known.length)
      mergeItems(known, value);
    else setOwn(to, key, value);
  }
}

function mergeItems(target: unknown[], source: readonly unknown[]): void {
  for (const [at, value] of source.entries()) {
    if (isTree(target[at]) && isTree(value)) mergeInto(target[at], value);
    else target[at] = value;
  }
}

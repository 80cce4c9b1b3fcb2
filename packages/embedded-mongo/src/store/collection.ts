/** One collection: documents by record id, and its indexes, kept in step. */
import { afterPrefix } from '../bson/keys.ts';
import type { Document } from '../bson/values.ts';
import { indexKeys } from './index-keys.ts';
import type { IndexSpec } from './index-spec.ts';
import { parseIndexSpec } from './index-spec.ts';
import type { Tree } from './tree.ts';
import { newTree } from './tree.ts';

const high = 2 ** 32;

/** Record ids grow for ever, so their order is the order of insertion. */
function ridSuffix(rid: number): string {
  return String.fromCharCode(Math.floor(rid / high), (rid >>> 16) & 0xffff, rid & 0xffff);
}

export class Index {
  readonly spec: IndexSpec;
  /** key + record id → record id. */
  tree: Tree<string, number>;
  /** Which fields have ever gone through an array; undefined while none has. */
  manyFields: boolean[] | undefined;
  /** Top-level fields that decide a document's keys; undefined when a partial filter may read any. */
  readonly roots: string[] | undefined;
  readonly fields: readonly string[];

  constructor(spec: IndexSpec, from?: Index) {
    this.spec = spec;
    this.fields = from?.fields ?? Object.keys(spec.key);
    this.tree = from ? from.tree.clone() : newTree();
    this.manyFields = from?.manyFields;
    this.roots =
      from?.roots ??
      (spec.partial
        ? undefined
        : [...new Set(spec.shape.fields.map((field) => field.path[0] as string))]);
  }

  /** The record id that holds `key`, other than `except`. */
  holder(key: string, except: number): number | undefined {
    const end = afterPrefix(key);
    for (const [entry, rid] of this.tree.entries(key)) {
      if (end !== undefined && entry >= end) return undefined;
      if (rid !== except) return rid;
    }
    return undefined;
  }
}

/** What a write does to one index. */
export type IndexChange = {
  index: Index;
  added: string[];
  removed: string[];
  manyFields: boolean[] | undefined;
};

function without(keys: string[], others: string[]): string[] {
  if (others.length === 0) return keys;
  if (others.length === 1) return keys.filter((key) => key !== others[0]);
  const known = new Set(others);
  return keys.filter((key) => !known.has(key));
}

export class Collection {
  readonly ns: string;
  /** Changes with every change of the collection's definition; a transaction compares it. */
  version: number;
  /** The catalog's epoch when this copy became writable. */
  epoch: number;
  docs: Tree<number, Document>;
  indexes: Index[];

  constructor(from: { ns: string; version: number; epoch: number }) {
    this.ns = from.ns;
    this.version = from.version;
    this.epoch = from.epoch;
    this.docs = newTree();
    this.indexes = [new Index(idIndex)];
  }

  /** A copy that shares everything until one side is written. */
  branch(epoch: number, ns = this.ns): Collection {
    const copy = new Collection({ ns, version: this.version, epoch });
    copy.docs = this.docs.clone();
    copy.indexes = this.indexes.map((index) => new Index(index.spec, index));
    return copy;
  }

  index(name: string): Index | undefined {
    return this.indexes.find((index) => index.spec.name === name);
  }

  changes(before: Document | undefined, after: Document | undefined): IndexChange[] {
    const changes: IndexChange[] = [];
    for (const index of this.indexes) {
      if (before && after && index.roots?.every((root) => before[root] === after[root])) continue;
      const old = before ? indexKeys(before, index.spec.shape).keys : [];
      const { keys, manyFields } = after
        ? indexKeys(after, index.spec.shape)
        : { keys: [], manyFields: undefined };
      const added = without(keys, old);
      const removed = without(old, keys);
      if (added.length + removed.length > 0 || manyFields)
        changes.push({ index, added, removed, manyFields });
    }
    return changes;
  }

  /** Puts (or, without `after`, removes) a document and brings the indexes in step. */
  apply(rid: number, after: Document | undefined, changes: IndexChange[]): void {
    if (after) this.docs.set(rid, after);
    else this.docs.delete(rid);
    const suffix = ridSuffix(rid);
    for (const { index, added, removed, manyFields } of changes) {
      for (const key of removed) index.tree.delete(key + suffix);
      for (const key of added) index.tree.set(key + suffix, rid);
      if (manyFields)
        index.manyFields = manyFields.map((flag, at) => flag || index.manyFields?.[at] === true);
    }
  }

  /** Applies without asking: for undo, for commits already checked and for the journal. */
  force(rid: number, after: Document | undefined): void {
    this.apply(rid, after, this.changes(this.docs.get(rid), after));
  }

  /** Builds an index over all documents. Returns the first pair of rivals of a unique one. */
  build(spec: IndexSpec): { index: Index; rival: Document | undefined } {
    const index = new Index(spec);
    let previous = '';
    for (const [rid, document] of this.docs.entries()) {
      const { keys, manyFields } = indexKeys(document, spec.shape);
      for (const key of keys) index.tree.set(key + ridSuffix(rid), rid);
      if (manyFields)
        index.manyFields = manyFields.map((flag, at) => flag || index.manyFields?.[at] === true);
    }
    if (!spec.unique) return { index, rival: undefined };
    for (const [entry, rid] of index.tree.entries()) {
      const key = entry.slice(0, -3);
      if (key === previous) return { index, rival: this.docs.get(rid) };
      previous = key;
    }
    return { index, rival: undefined };
  }
}

export const idIndex = parseIndexSpec({ v: 2, key: { _id: 1 }, name: '_id_' });

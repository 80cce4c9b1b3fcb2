/** The committed collections of all databases, shared with snapshots by copy on write. */
import { showValue } from '../bson/show.ts';
import type { Value } from '../bson/values.ts';
import { typeName } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { Collection } from './collection.ts';

export class Catalog {
  readonly collections = new Map<string, Collection>();
  #epoch = 0;
  #version = 0;

  /** From here on every collection is copied before it is written: what was read so far stays. */
  share(): void {
    this.#epoch++;
  }

  get(ns: string): Collection | undefined {
    return this.collections.get(ns);
  }

  /** The collection for writing. */
  writable(ns: string): Collection | undefined {
    const collection = this.collections.get(ns);
    if (!collection || collection.epoch === this.#epoch) return collection;
    const copy = collection.branch(this.#epoch);
    this.collections.set(ns, copy);
    return copy;
  }

  create(ns: string): Collection {
    const collection = new Collection({
      ns,
      version: ++this.#version,
      epoch: this.#epoch,
    });
    this.collections.set(ns, collection);
    return collection;
  }

  rename(from: string, to: string): void {
    const collection = this.collections.get(from);
    if (!collection) throw fault(26, 'Source collection does not exist');
    this.collections.delete(from);
    const moved = collection.branch(this.#epoch, to);
    moved.version = ++this.#version;
    this.collections.set(to, moved);
  }

  /** Marks a collection's definition as changed. */
  touch(collection: Collection): void {
    collection.version = ++this.#version;
  }

  /** Collections of a database, by name. */
  of(database: string): Collection[] {
    const prefix = `${database}.`;
    return [...this.collections.values()]
      .filter((collection) => collection.ns.startsWith(prefix))
      .sort((a, b) => (a.ns < b.ns ? -1 : 1));
  }

  databases(): string[] {
    const names = [...this.collections.keys()].map((ns) => ns.slice(0, ns.indexOf('.')));
    return [...new Set(names)].sort();
  }
}

const maxNamespaceBytes = 255;

/** Checks `database.collection` as the real server does (InvalidNamespace 73, `typeCode` for no string). */
export function checkNamespace(database: string, collection: unknown, typeCode = 73): string {
  if (typeof collection !== 'string')
    throw fault(typeCode, `collection name has invalid type ${typeName(collection as Value)}`);
  const ns = `${database}.${collection}`;
  if (collection.includes('\0')) throw fault(73, 'namespaces cannot have embedded null characters');
  if (collection.startsWith('.'))
    throw fault(73, `Collection names cannot start with '.': ${collection}`);
  if (Buffer.byteLength(ns) > maxNamespaceBytes)
    throw fault(
      73,
      `Fully qualified namespace is too long. Namespace: ${ns} Max: ${maxNamespaceBytes}`,
    );
  if (collection === '' || collection.includes('$'))
    throw fault(73, `Invalid namespace specified '${ns}'`);
  if (collection.startsWith('system.')) throw fault(73, `Invalid system namespace: ${ns}`);
  return ns;
}

export function checkDatabase(name: unknown): string {
  if (typeof name !== 'string' || name === '' || name.length > 63 || /[/\\. "$\0]/.test(name))
    throw fault(73, `Invalid database name: ${showValue(name as Value)}`);
  return name;
}

/** Rebuilds the data from the journal's records; indexes come last, when all documents are there. */
import type { Long } from 'bson';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, isDocument } from '../bson/values.ts';
import type { Catalog } from './catalog.ts';
import { idIndex } from './collection.ts';
import type { IndexSpec } from './index-spec.ts';
import { parseStoredIndex } from './index-spec.ts';
import type { RetryTable } from './retry.ts';

type Raw = { docs: Map<number, Document>; specs: IndexSpec[] };

export class Loader {
  readonly #catalog: Catalog;
  readonly #retries: RetryTable;
  readonly #raw = new Map<string, Raw>();
  #rid = 0;

  constructor(catalog: Catalog, retries: RetryTable) {
    this.#catalog = catalog;
    this.#retries = retries;
  }

  take(record: Document): void {
    const ns = String(record.n);
    const rid = asNumber(record.r) ?? 0;
    if (rid > this.#rid) this.#rid = rid;
    switch (record.o) {
      case 'put':
        this.#raw.get(ns)?.docs.set(rid, record.d as Document);
        return;
      case 'del':
        this.#raw.get(ns)?.docs.delete(rid);
        return;
      case 'retry':
        this.#takeRetry(record);
        return;
      default:
        this.#define(record, ns);
    }
  }

  #takeRetry(record: Document): void {
    if (typeof record.l !== 'string' || !isDocument(record.p)) return;
    const number = (record.t as Long).toBigInt();
    this.#retries.keep({ session: record.l, number }, record.p);
  }

  #define(record: Document, ns: string): void {
    const raw = this.#raw.get(ns);
    switch (record.o) {
      case 'create':
        if (!raw) this.#raw.set(ns, { docs: new Map(), specs: [idIndex] });
        return;
      case 'drop':
        this.#raw.delete(ns);
        return;
      case 'rename':
        if (raw) this.#raw.set(String(record.to), raw);
        this.#raw.delete(ns);
        return;
      case 'index':
        this.#addIndex(raw, record.s);
        return;
      case 'unindex':
        if (raw) raw.specs = raw.specs.filter((spec) => spec.name !== record.s);
        return;
      case 'rid':
        return;
      default:
        throw new Error(`The journal has a record of an unknown kind: ${String(record.o)}`);
    }
  }

  #addIndex(raw: Raw | undefined, definition: Value | undefined): void {
    if (!raw) return;
    const spec = parseStoredIndex(definition);
    raw.specs = [...raw.specs.filter((other) => other.name !== spec.name), spec];
  }

  /** Fills the catalog; returns the highest record id in use. */
  finish(): number {
    for (const [ns, raw] of this.#raw) {
      const collection = this.#catalog.create(ns);
      const ordered = [...raw.docs].sort(([a], [b]) => a - b);
      for (const [rid, document] of ordered) collection.docs.set(rid, document);
      collection.indexes = raw.specs.map((spec) => collection.build(spec).index);
    }
    this.#raw.clear();
    return this.#rid;
  }
}

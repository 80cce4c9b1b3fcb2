/** Removes what TTL indexes say is over, by wall time. */
import { encodeKey, invertKey, tag } from '../bson/keys.ts';
import { valuesAt } from '../bson/paths.ts';
import type { Document } from '../bson/values.ts';
import type { Collection, Index } from '../store/collection.ts';
import type { Store } from './store.ts';

/** At most so many per index and sweep, so that a sweep never holds the thread for long. */
const maxPerSweep = 1000;

/** The earliest date under the index's field; undefined when there is none. */
function earliest(document: Document, index: Index): number | undefined {
  const [field] = index.spec.shape.fields;
  if (!field) return undefined;
  const times = valuesAt(document, field.path).flatMap((value) =>
    value instanceof Date ? [value.getTime()] : [],
  );
  return times.length > 0 ? Math.min(...times) : undefined;
}

function overdue(collection: Collection, index: Index, cutoff: number): number[] {
  const descending = index.spec.shape.fields[0]?.descending === true;
  const edge = encodeKey(new Date(cutoff));
  const low = descending ? invertKey(edge) : tag.date;
  const rids = new Set<number>();
  for (const [key, rid] of index.tree.entries(low)) {
    if (
      descending
        ? key[0] !== invertKey(tag.date)
        : key[0] !== tag.date || key.slice(0, edge.length) > edge
    )
      break;
    const document = collection.docs.get(rid);
    const time = document && earliest(document, index);
    if (time !== undefined && time <= cutoff) rids.add(rid);
    if (rids.size >= maxPerSweep) break;
  }
  return [...rids];
}

async function removeOne(store: Store, ns: string, rid: number): Promise<void> {
  await store.run((writer) => {
    if (writer.collection(ns)?.docs.has(rid)) writer.remove(ns, rid);
    return {};
  });
}

/** Deletes overdue documents of all TTL indexes; `now` in epoch milliseconds. */
export function expireDocuments(store: Store, now: number): void {
  for (const collection of store.catalog.collections.values())
    for (const index of collection.indexes) {
      const { expireAfterSeconds } = index.spec;
      if (expireAfterSeconds === undefined) continue;
      const cutoff = now - expireAfterSeconds * 1000;
      // Locked by a transaction, or the disk is full: it goes later, or with another sweep.
      for (const rid of overdue(collection, index, cutoff))
        removeOne(store, collection.ns, rid).catch(() => {});
    }
}

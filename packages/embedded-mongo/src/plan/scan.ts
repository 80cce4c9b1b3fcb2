/** Runs a plan: yields the documents that match, in the wanted order, reading no further than asked. */
import type { Match } from '../bson/paths.ts';
import { sortBy, sortKey } from '../bson/sort.ts';
import type { Document } from '../bson/values.ts';
import { step } from '../effort.ts';
import type { Predicate } from '../query/filter.ts';
import type { Collection } from '../store/collection.ts';
import type { IndexPlan, Plan, Question } from './planner.ts';
import { isDecidedBy, planQuery } from './planner.ts';

/** A stored document with its record id. */
export type ScannedDocument = { rid: number; document: Document };

export type Counters = { keys: number; documents: number };

function* indexRids(plan: IndexPlan, counters: Counters): Generator<number> {
  const seen = plan.index.manyFields ? new Set<number>() : undefined;
  const ranges = plan.reverse ? [...plan.ranges].reverse() : plan.ranges;
  const pair: [string, number] = ['', 0];
  for (const { low, high } of ranges) {
    const entries = plan.reverse
      ? plan.index.tree.entriesReversed(high, pair, true)
      : plan.index.tree.entries(low, pair);
    for (const [key, rid] of entries) {
      if (plan.reverse ? key < low : high !== undefined && key >= high) break;
      counters.keys++;
      if (seen?.has(rid)) continue;
      seen?.add(rid);
      yield rid;
    }
  }
}

function* unionRids(plans: IndexPlan[], counters: Counters): Generator<number> {
  const seen = new Set<number>();
  for (const plan of plans)
    for (const rid of indexRids(plan, counters)) {
      if (seen.has(rid)) continue;
      seen.add(rid);
      yield rid;
    }
}

/** What `counters` count is read; the first `passed` of an index are not even looked up. */
function* candidates(
  collection: Collection,
  plan: Plan,
  { counters, passed }: { counters: Counters; passed: number },
): Generator<ScannedDocument> {
  if (plan.kind === 'scan') {
    const entries = plan.reverse ? collection.docs.entriesReversed() : collection.docs.entries();
    for (const [rid, document] of entries) {
      counters.documents++;
      yield { rid, document };
    }
    return;
  }
  const rids = plan.kind === 'index' ? indexRids(plan, counters) : unionRids(plan.plans, counters);
  let left = passed;
  for (const rid of rids) {
    if (left-- > 0) {
      step();
      continue;
    }
    const document = collection.docs.get(rid);
    if (!document) continue;
    counters.documents++;
    yield { rid, document };
  }
}

export type Query = Question & { matches: Predicate; skip?: number; limit?: number };

function* matching(
  found: Iterable<ScannedDocument>,
  matches: Predicate,
): Generator<ScannedDocument> {
  for (const each of found) {
    step();
    if (matches(each.document)) yield each;
  }
}

function* slice(
  found: Iterable<ScannedDocument>,
  skip: number,
  limit: number,
): Generator<ScannedDocument> {
  if (limit === 0) {
    for (const each of found) if (skip-- <= 0) yield each;
    return;
  }
  let left = limit;
  for (const each of found) {
    if (skip-- > 0) continue;
    yield each;
    if (--left === 0) return;
  }
}

/** Yields lazily unless a sort has to see everything first. `limit` 0 is no limit. */
export function runQuery(
  collection: Collection,
  query: Query,
  counters: Counters = { keys: 0, documents: 0 },
): Iterable<ScannedDocument> {
  const plan = planQuery(collection, query);
  const { skip = 0, limit = 0 } = query;
  const needsSort = query.sort.length > 0 && !(plan.kind === 'index' && plan.sorted);
  const decided = plan.kind === 'index' && !needsSort && isDecidedBy(plan, query.filter);
  const passed = decided ? skip : 0;
  const found = matching(candidates(collection, plan, { counters, passed }), query.matches);
  const ordered = needsSort
    ? sortBy(found, ({ document }) => sortKey(document, query.sort))
    : found;
  const left = skip - passed;
  return left === 0 && limit === 0 ? ordered : slice(ordered, left, limit);
}

/** The documents alone; none of a collection that is not there. */
export function* documentsOf(
  collection: Collection | undefined,
  query: Query,
): Generator<Document> {
  if (!collection) return;
  for (const { document } of runQuery(collection, query)) yield document;
}

/** The array position that made a document match, for the positional operator. */
export function positionOf(document: Document, matches: Predicate): number | undefined {
  const match: Match = {};
  matches(document, match);
  return match.index;
}

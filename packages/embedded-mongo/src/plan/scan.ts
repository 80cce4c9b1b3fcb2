/** Runs a plan: yields the documents that match, in the wanted order, reading no further than asked. */
import type { Match } from '../bson/paths.ts';
import { sortBy, sortKey } from '../bson/sort.ts';
import type { Document } from '../bson/values.ts';
import { step } from '../effort.ts';
import { fault } from '../errors.ts';
import type { Predicate } from '../query/filter.ts';
import type { Collection, Index } from '../store/collection.ts';
import type { KeyRange } from './bounds.ts';
import type { IndexPlan, Plan, Question } from './planner.ts';
import { isDecidedBy, planQuery } from './planner.ts';

/** A stored document with its record id. */
export type ScannedDocument = { rid: number; document: Document };

export type Counters = { keys: number; documents: number };

/** The collection as it is now: a cursor goes on in what writes between its batches have made of it. */
type Current = () => Collection | undefined;

/** A place in a tree that may have been replaced by a copy since it was reached. */
function* indexRids(plan: IndexPlan, current: Current, counters: Counters): Generator<number> {
  const seen = plan.index.manyFields ? new Set<number>() : undefined;
  const ranges = plan.reverse ? [...plan.ranges].reverse() : plan.ranges;
  for (const range of ranges)
    for (const rid of rangeRids(plan, range, current)) {
      counters.keys++;
      if (seen?.has(rid)) continue;
      seen?.add(rid);
      yield rid;
    }
}

/** Throws QueryPlanKilled (175) once the index is gone. */
function indexNow({ index }: IndexPlan, collection: Collection | undefined): Index | undefined {
  if (!collection) return undefined;
  const found = collection.index(index.spec.name);
  if (!found) throw fault(175, `index '${index.spec.name}' dropped`);
  return found;
}

function* rangeRids(plan: IndexPlan, { low, high }: KeyRange, current: Current): Generator<number> {
  const { reverse } = plan;
  const pair: [string, number] = ['', 0];
  let last = reverse ? high : low;
  let begun = false;
  for (;;) {
    const collection = current();
    const tree = indexNow(plan, collection)?.tree;
    if (!tree) return;
    const entries = reverse ? tree.entriesReversed(last, pair, true) : tree.entries(last, pair);
    let moved = false;
    for (const [key, rid] of entries) {
      if (reverse ? key < low : high !== undefined && key >= high) return;
      if (begun && key === last) continue;
      begun = true;
      last = key;
      yield rid;
      moved = current() !== collection;
      if (moved) break;
    }
    if (!moved) return;
  }
}

function* unionRids(plans: IndexPlan[], current: Current, counters: Counters): Generator<number> {
  const seen = new Set<number>();
  for (const plan of plans)
    for (const rid of indexRids(plan, current, counters)) {
      if (seen.has(rid)) continue;
      seen.add(rid);
      yield rid;
    }
}

function* scanAll(
  reverse: boolean,
  current: Current,
  counters: Counters,
): Generator<ScannedDocument> {
  let last: number | undefined;
  for (;;) {
    const collection = current();
    if (!collection) return;
    const { docs } = collection;
    const entries = reverse
      ? docs.entriesReversed(last, undefined, last !== undefined)
      : docs.entries(last === undefined ? undefined : last + 1);
    let moved = false;
    for (const [rid, document] of entries) {
      counters.documents++;
      last = rid;
      yield { rid, document };
      moved = current() !== collection;
      if (moved) break;
    }
    if (!moved) return;
  }
}

type Reading = { counters: Counters; passed: number };

/** What `counters` count is read; the first `passed` of an index are not even looked up. */
function candidates(current: Current, plan: Plan, reading: Reading): Iterable<ScannedDocument> {
  const { counters } = reading;
  if (plan.kind === 'scan') return scanAll(plan.reverse === true, current, counters);
  const rids =
    plan.kind === 'index'
      ? indexRids(plan, current, counters)
      : unionRids(plan.plans, current, counters);
  return documentsAt(rids, current, reading);
}

function* documentsAt(
  rids: Iterable<number>,
  current: Current,
  { counters, passed }: Reading,
): Generator<ScannedDocument> {
  let left = passed;
  for (const rid of rids) {
    if (left-- > 0) {
      step();
      continue;
    }
    const document = current()?.docs.get(rid);
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
  return runLive(collection, query, { counters, current: () => collection });
}

function runLive(
  collection: Collection,
  query: Query,
  { counters, current }: { counters: Counters; current: Current },
): Iterable<ScannedDocument> {
  const plan = planQuery(collection, query);
  const { skip = 0, limit = 0 } = query;
  const needsSort = query.sort.length > 0 && !(plan.kind === 'index' && plan.sorted);
  const decided = plan.kind === 'index' && !needsSort && isDecidedBy(plan, query.filter);
  const passed = decided ? skip : 0;
  const found = matching(candidates(current, plan, { counters, passed }), query.matches);
  const ordered = needsSort
    ? sortBy(found, ({ document }) => sortKey(document, query.sort))
    : found;
  const left = skip - passed;
  return left === 0 && limit === 0 ? ordered : slice(ordered, left, limit);
}

/** The documents alone, as they are when they are read; none of a collection that is not there. */
export function* documentsOf(current: Current, query: Query): Generator<Document> {
  const collection = current();
  if (!collection) return;
  const counters = { keys: 0, documents: 0 };
  for (const { document } of runLive(collection, query, { counters, current })) yield document;
}

/** The array position that made a document match, for the positional operator. */
export function positionOf(document: Document, matches: Predicate): number | undefined {
  const match: Match = {};
  matches(document, match);
  return match.index;
}

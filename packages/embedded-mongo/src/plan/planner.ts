/** Chooses how to find a filter's candidates; the filter itself is always asked again. */
import type { Fold } from '../bson/keys.ts';
import { encodeKey, tag } from '../bson/keys.ts';
import type { SortField } from '../bson/sort.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, isDocument, isNumeric } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { isOperators } from '../query/filter.ts';
import type { Collection, Index } from '../store/collection.ts';
import { sameKeyPattern } from '../store/index-spec.ts';
import type { Demand, Demands, FieldBounds, KeyRange } from './bounds.ts';
import { collectDemands, excludesMissing, intersect, pointKey, rangeOf } from './bounds.ts';
import { impliesFilter } from './implication.ts';

export type IndexPlan = {
  kind: 'index';
  index: Index;
  ranges: KeyRange[];
  reverse: boolean;
  /** The order of the scan is the wanted order. */
  sorted: boolean;
  score: number;
};
export type Plan =
  | { kind: 'scan'; reverse?: boolean }
  | IndexPlan
  | { kind: 'union'; plans: IndexPlan[] };

export type Question = {
  filter: Document;
  sort: SortField[];
  limited: boolean;
  hint?: Value | undefined;
  /** The query's collation: an index must have the same. */
  collation?: { strength: number; fold: Fold } | undefined;
};

const maxPoints = 2000;
const scores = { unique: 1000, point: 10, range: 5, sorted: 4, sortedLimited: 7 };

type Build = { prefixes: string[]; points: number; range: KeyRange | undefined };

/** Two fields that pass through one array speak of different elements, so only the first may bound. */
function mayBound(index: Index, at: number): boolean {
  const many = index.manyFields;
  if (!many?.[at]) return true;
  return !many.slice(0, at).includes(true);
}

/** The shortest list of values that the field must be one of. */
function minPoints(known: Demand[]): Value[] | undefined {
  let fewest: Value[] | undefined;
  for (const demand of known)
    if (demand.kind === 'in' && !(fewest && fewest.length <= demand.values.length))
      fewest = demand.values;
  return fewest;
}

function addPoints(build: Build, values: Value[], field: FieldBounds): void {
  const [only] = values;
  const keys =
    values.length === 1
      ? [pointKey(only as Value, field)]
      : [...new Set(values.map((value) => pointKey(value, field)))];
  build.prefixes = build.prefixes.flatMap((prefix) => keys.map((key) => prefix + key));
  build.points++;
}

function buildBounds(index: Index, demands: Demands): Build {
  const build: Build = { prefixes: [''], points: 0, range: undefined };
  for (let at = 0; at < index.fields.length; at++) {
    const known = demands.get(index.fields[at] as string);
    if (!known || !mayBound(index, at)) break;
    const field = {
      descending: index.spec.shape.fields[at]?.descending === true,
      fold: index.spec.shape.fold,
    };
    const fewest = minPoints(known);
    if (fewest && fewest.length * build.prefixes.length <= maxPoints) {
      addPoints(build, fewest, field);
      continue;
    }
    const many = index.manyFields?.[at] === true;
    const [prefix] = build.prefixes;
    const fewer = (a: KeyRange, b: KeyRange) => holdsFewer(index, [a, b], prefix);
    build.range = boundRange(known, { field, many, fewer });
    break;
  }
  return build;
}

interface Bounding {
  field: FieldBounds;
  many: boolean;
  /** Whether the first of two ranges holds fewer keys. */
  fewer(a: KeyRange, b: KeyRange): boolean;
}

/** Of a list two bounds may be met by two elements, so there one alone counts, or those of one element. */
function boundRange(known: Demand[], { field, many, fewer }: Bounding): KeyRange | undefined {
  const elements = known.filter((demand) => demand.kind === 'element');
  if (elements.length > 0)
    return elements
      .map(({ ranges }) => ranges.map((bound) => rangeOf(bound, field)).reduce(intersect))
      .reduce((least, one) => (fewer(one, least) ? one : least));
  const bounds = known.filter((demand) => demand.kind === 'range');
  const [first, ...others] = bounds.map((bound) => rangeOf(bound, field));
  return first && (many ? first : others.reduce(intersect, first));
}

/** Beyond, the two are taken for equal: to look further would cost more than it saves. */
const keysCompared = 1000;

/** Whether the first of two ranges below a prefix ends before the second, walked side by side. */
function holdsFewer(index: Index, ranges: [KeyRange, KeyRange], prefix = ''): boolean {
  const [one, other] = ranges.map(({ low, high }) => {
    const end = high === undefined ? prefixEnd(prefix) : prefix + high;
    const keys = index.tree.entries(prefix + low, ['', 0])[Symbol.iterator]();
    return () => {
      const { value, done } = keys.next();
      return !done && (end === undefined || value[0] < end);
    };
  });
  if (!one || !other) return false;
  for (let passed = 0; passed < keysCompared; passed++) {
    if (!other()) return false;
    if (!one()) return true;
  }
  return false;
}

function toRanges(build: Build): KeyRange[] {
  const { prefixes, range } = build;
  return prefixes.sort().map((prefix) => {
    if (!range) return { low: prefix, high: prefixEnd(prefix) };
    return {
      low: prefix + range.low,
      high: range.high === undefined ? prefixEnd(prefix) : prefix + range.high,
    };
  });
}

function prefixEnd(prefix: string): string | undefined {
  if (prefix === '') return undefined;
  return `${prefix}\uffff\uffff\uffff\uffff`;
}

/** Undefined when the index cannot give the order, else whether it has to be read backwards. */
function sortDirection(index: Index, sort: SortField[], build: Build): boolean | undefined {
  if (sort.length === 0 || build.prefixes.length > 1) return undefined;
  const { fields } = index;
  const bound = new Set(fields.slice(0, build.points));
  const wanted = sort.filter((field) => !bound.has(field.name));
  let reverse: boolean | undefined;
  for (const [at, field] of wanted.entries()) {
    const position = build.points + at;
    if (fields[position] !== field.name || index.manyFields?.[position]) return undefined;
    const opposite = index.spec.shape.fields[position]?.descending !== field.descending;
    if (reverse !== undefined && reverse !== opposite) return undefined;
    reverse = opposite;
  }
  if (sort.some((field) => bound.has(field.name) && index.manyFields)) return undefined;
  return reverse ?? false;
}

function usable(index: Index, demands: Demands, question: Question): boolean {
  const { spec } = index;
  if (collationOf(index) !== question.collation?.strength) return false;
  if (spec.partial && !impliesFilter(demands, spec.partial)) return false;
  if (!spec.sparse) return true;
  return index.fields.some((name) => demands.get(name)?.some(excludesMissing));
}

/** Undefined for an index that may lack answers. One that the client names is taken all the same. */
function planIndex(index: Index, demands: Demands, question: Question): IndexPlan | undefined {
  return usable(index, demands, question) ? planOf(index, demands, question) : undefined;
}

function planOf(index: Index, demands: Demands, question: Question): IndexPlan {
  const build = buildBounds(index, demands);
  const direction = sortDirection(index, question.sort, build);
  const sorted = direction !== undefined;
  const whole = build.points === index.fields.length;
  let score = build.points * scores.point + (build.range ? scores.range : 0);
  if (whole && index.spec.unique && build.points > 0) score += scores.unique;
  if (sorted) score += question.limited ? scores.sortedLimited : scores.sorted;
  return {
    kind: 'index',
    index,
    ranges: toRanges(build),
    reverse: direction ?? false,
    sorted,
    score,
  };
}

function bestIndex(
  collection: Collection,
  demands: Demands,
  question: Question,
): IndexPlan | undefined {
  let best: IndexPlan | undefined;
  for (const index of collection.indexes) {
    const plan = planIndex(index, demands, question);
    if (plan && plan.score > (best?.score ?? 0)) best = plan;
  }
  return best;
}

function findHinted(collection: Collection, hint: Value): Index {
  const found = collection.indexes.find((index) =>
    typeof hint === 'string'
      ? index.spec.name === hint
      : isDocument(hint) && sameKeyPattern(index.spec.key, hint),
  );
  if (!found)
    throw fault(
      2,
      'error processing query: hint provided does not correspond to an existing index',
    );
  return found;
}

function hinted(collection: Collection, demands: Demands, question: Question): Plan | undefined {
  const { hint } = question;
  if (hint === undefined || (isDocument(hint) && Object.keys(hint).length === 0)) return undefined;
  if (isDocument(hint) && hint.$natural !== undefined)
    return { kind: 'scan', reverse: asNumber(hint.$natural) === -1 };
  const index = findHinted(collection, hint);
  // The order of another collation's keys says nothing about this query, but they are read from the first to the last.
  if (collationOf(index) !== question.collation?.strength)
    return { ...planOf(index, new Map(), question), sorted: question.sort.length === 0 };
  // The answer is what the index holds, also of a sparse or partial one.
  return planOf(index, demands, question);
}

function collationOf({ spec }: Index): number | undefined {
  return spec.collation?.strength;
}

/** One index plan per branch of a $or, undefined when a branch has none. */
function unionPlan(collection: Collection, question: Question): Plan | undefined {
  const branches = question.filter.$or;
  if (!Array.isArray(branches)) return undefined;
  const plans: IndexPlan[] = [];
  for (const branch of branches) {
    if (!isDocument(branch)) return undefined;
    const { $or: _, ...outer } = question.filter;
    const demands = collectDemands(branch, collectDemands(outer));
    const plan = bestIndex(collection, demands, { ...question, sort: [], filter: branch });
    if (!plan || plan.score < scores.range) return undefined;
    plans.push(plan);
  }
  return { kind: 'union', plans };
}

export function planQuery(collection: Collection, question: Question): Plan {
  const demands = collectDemands(question.filter);
  const wanted = hinted(collection, demands, question);
  if (wanted) return wanted;
  const best = bestIndex(collection, demands, question);
  if (best && best.score >= scores.point) return best;
  return unionPlan(collection, question) ?? best ?? { kind: 'scan' };
}

/** For these values a key is equal exactly if the filter matches; lists, null and documents have other rules. */
function isPlain(value: Value | undefined): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value instanceof Date) return true;
  return isNumeric(value) && !Number.isNaN(asNumber(value));
}

const boundOperators = new Set(['$gt', '$gte', '$lt', '$lte']);

/**
 * Bounds of one class of values, whose keys are those between them. NaN is a number below all others that is within no
 * bounds, so numbers need a lower one.
 */
function isPlainRange(condition: Value | undefined): boolean {
  if (!isOperators(condition)) return false;
  const operators = Object.keys(condition);
  if (!operators.every((one) => boundOperators.has(one) && isPlain(condition[one]))) return false;
  const classes = operators.map((one) => encodeKey(condition[one] as Value).charAt(0));
  if (new Set(classes).size > 1) return false;
  return classes[0] !== tag.number || '$gt' in condition || '$gte' in condition;
}

/** Whether the keys in the plan's range are those of the matching documents and of no other, so that none is read. */
export function isDecidedBy({ index, ranges }: IndexPlan, filter: Document): boolean {
  const asked = Object.keys(filter);
  const leading = index.fields.slice(0, asked.length);
  if (ranges.length !== 1 || index.manyFields || index.spec.collation) return false;
  if (asked.length === 0 || leading.length < asked.length) return false;
  const last = leading.at(-1);
  return leading.every(
    (field) => isPlain(filter[field]) || (field === last && isPlainRange(filter[field])),
  );
}

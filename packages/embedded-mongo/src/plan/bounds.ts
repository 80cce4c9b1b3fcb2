/** What a filter is sure to demand of each field, and the key ranges that follow for an index field. */
import type { Fold } from '../bson/keys.ts';
import { afterPrefix, compareKeys, encodeKey, invertKey } from '../bson/keys.ts';
import { isIndexName, splitPath } from '../bson/paths.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, bsonTag, isDocument, isNumeric, isTruthy } from '../bson/values.ts';
import { isOperators } from '../query/filter.ts';
import type { RangeOperator } from '../query/range-tests.ts';

/** Values one of which the field must equal, a bound, bounds of one and the same element, or that it must be there. */
export type Demand =
  | { kind: 'in'; values: Value[] }
  | { kind: 'range'; operator: RangeOperator; value: Value }
  | { kind: 'element'; ranges: { operator: RangeOperator; value: Value }[] }
  | { kind: 'exists' }
  | { kind: 'other'; operator: string; value: Value };

export type Demands = Map<string, Demand[]>;

/** Values that an index finds by one key; arrays and regular expressions match in more ways. */
function isPoint(value: Value): boolean {
  if (Array.isArray(value)) return false;
  const tag = bsonTag(value);
  return tag !== 'BSONRegExp' && tag !== 'MinKey' && tag !== 'MaxKey';
}

function isBound(value: Value): boolean {
  return isPoint(value) && value !== null && !(isNumeric(value) && Number.isNaN(asNumber(value)));
}

function addDemand(demands: Demands, path: string, demand: Demand): void {
  const known = demands.get(path);
  if (known) known.push(demand);
  else demands.set(path, [demand]);
}

/** Null at an array position also matches elements without the field, which an index doesn't contain. */
function addPoints(demands: Demands, path: string, values: Value[]): void {
  if (!values.every(isPoint)) return;
  if (values.includes(null) && splitPath(path).some(isIndexName)) return;
  addDemand(demands, path, { kind: 'in', values });
}

function fromOperator(demands: Demands, path: string, item: [string, Value]): void {
  const [operator, value] = item;
  switch (operator) {
    case '$eq':
      addPoints(demands, path, [value]);
      return;
    case '$in':
      if (Array.isArray(value)) addPoints(demands, path, value);
      return;
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      if (isBound(value)) addDemand(demands, path, { kind: 'range', operator, value });
      return;
    case '$exists':
      if (isTruthy(value)) addDemand(demands, path, { kind: 'exists' });
      return;
    case '$all':
      if (Array.isArray(value))
        for (const part of value) if (!isOperators(part)) addPoints(demands, path, [part]);
      return;
    case '$elemMatch':
      if (!isDocument(value)) return;
      if (isOperators(value)) fromBoundElement(demands, path, value);
      else fromElement(demands, path, value);
      return;
    default:
      addDemand(demands, path, { kind: 'other', operator, value });
      // All strings are from the empty one on.
      if (operator === '$type' && value === 'string')
        addDemand(demands, path, { kind: 'range', operator: '$gte', value: '' });
  }
}

/** Each element has its own index key, so the bounds of one element apply to one key; a list at a position has one key. */
function fromBoundElement(demands: Demands, path: string, operators: Document): void {
  if (splitPath(path).some(isIndexName)) return;
  const inner: Demands = new Map();
  for (const operator in operators)
    fromOperator(inner, path, [operator, operators[operator] as Value]);
  const ranges = inner.get(path)?.flatMap((one) => (one.kind === 'range' ? [one] : [])) ?? [];
  if (ranges.length > 0) addDemand(demands, path, { kind: 'element', ranges });
}

/** An array in the array may match too, by positions and by lacking names; an index holds neither. */
function fromElement(demands: Demands, path: string, filter: Document): void {
  for (const [name, inner] of collectDemands(filter)) {
    if (isIndexName(splitPath(name)[0] as string)) continue;
    for (const demand of inner)
      if (excludesMissing(demand)) addDemand(demands, `${path}.${name}`, demand);
  }
}

/** Everything that must hold, from the top level and from $and. */
export function collectDemands(filter: Document, demands: Demands = new Map()): Demands {
  for (const name in filter) {
    const value = filter[name] as Value;
    if (name === '$and') {
      if (Array.isArray(value))
        for (const part of value) if (isDocument(part)) collectDemands(part, demands);
    } else if (name.startsWith('$')) {
      // $or, $nor and $expr demand nothing of a single field.
    } else if (isOperators(value)) {
      for (const operator in value)
        fromOperator(demands, name, [operator, value[operator] as Value]);
    } else fromOperator(demands, name, ['$eq', value]);
  }
  return demands;
}

/** A half-open interval of index keys; an undefined end is open. */
export type KeyRange = { low: string; high: string | undefined };

export type FieldBounds = { descending: boolean; fold: Fold | undefined };

export function pointKey(value: Value, field: FieldBounds): string {
  const key = encodeKey(value, field.fold);
  return field.descending ? invertKey(key) : key;
}

/** The keys of one field that satisfy an order comparison, inside the value's own class. */
export function rangeOf(
  demand: { operator: RangeOperator; value: Value },
  field: FieldBounds,
): KeyRange {
  const { operator, value } = demand;
  const key = pointKey(value, field);
  const tag = key.charAt(0);
  const upward = (operator === '$gt' || operator === '$gte') !== field.descending;
  const inclusive = operator === '$gte' || operator === '$lte';
  if (upward) return { low: inclusive ? key : (afterPrefix(key) ?? key), high: afterPrefix(tag) };
  return { low: tag, high: inclusive ? afterPrefix(key) : key };
}

export function intersect(a: KeyRange, b: KeyRange): KeyRange {
  const low = compareKeys(a.low, b.low) > 0 ? a.low : b.low;
  if (a.high === undefined || b.high === undefined) return { low, high: a.high ?? b.high };
  return { low, high: compareKeys(a.high, b.high) < 0 ? a.high : b.high };
}

/** True when the demand cannot be met by a document without the field (or with null). */
export function excludesMissing(demand: Demand): boolean {
  if (demand.kind === 'in') return demand.values.every((value) => value !== null);
  return demand.kind === 'range' || demand.kind === 'element' || demand.kind === 'exists';
}

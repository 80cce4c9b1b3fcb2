/** The order comparisons of filters; a value is only ever compared with its own kind. */
import type { Fold } from '../bson/keys.ts';
import { encodeKey, tag } from '../bson/keys.ts';
import type { Value } from '../bson/values.ts';
import { asNumber, isNumeric } from '../bson/values.ts';
import { notImplemented } from '../errors.ts';

export type RangeOperator = '$gt' | '$gte' | '$lt' | '$lte';

type Order<T> = (a: T, b: T) => boolean;

function orderOf<T extends string | number>(operator: RangeOperator): Order<T> {
  switch (operator) {
    case '$gt':
      return (a, b) => a > b;
    case '$gte':
      return (a, b) => a >= b;
    case '$lt':
      return (a, b) => a < b;
    default:
      return (a, b) => a <= b;
  }
}

function isNaNValue(value: Value | undefined): boolean {
  return isNumeric(value) && Number.isNaN(asNumber(value));
}

/** NaN equals only itself and is neither above nor below any number. */
function nanTest(operator: RangeOperator): (value: Value | undefined) => boolean {
  return operator === '$gte' || operator === '$lte' ? isNaNValue : () => false;
}

/** Compares by key inside one comparison class. */
function keyTest(operator: RangeOperator, target: Value, fold: Fold | undefined) {
  const key = encodeKey(target, fold);
  const order = orderOf<string>(operator);
  const anyClass = key === tag.minKey || key === tag.maxKey;
  return (value: Value | undefined): boolean => {
    if (value === undefined && !anyClass) return false;
    const candidate = encodeKey(value, fold);
    return (anyClass || candidate[0] === key[0]) && order(candidate, key);
  };
}

export function rangeTest(
  operator: RangeOperator,
  target: Value,
  fold: Fold | undefined,
): (value: Value | undefined) => boolean {
  if (target === null) {
    const includesEqual = operator === '$gte' || operator === '$lte';
    return (value) => includesEqual && (value === null || value === undefined);
  }
  if (fold && typeof target === 'string')
    throw notImplemented('An order comparison of strings under a collation');
  if (isNaNValue(target)) return nanTest(operator);
  const byKey = keyTest(operator, target, fold);
  if (typeof target === 'number') {
    const order = orderOf<number>(operator);
    return (value) =>
      typeof value === 'number'
        ? order(value, target)
        : typeof value === 'object' && !isNaNValue(value) && byKey(value);
  }
  if (target instanceof Date) {
    const order = orderOf<number>(operator);
    const time = target.getTime();
    return (value) => value instanceof Date && order(value.getTime(), time);
  }
  // NaN is nowhere among numbers, but like anything else between the least and the greatest key.
  const besideNumbers = !isNumeric(target);
  return (value) => (besideNumbers || !isNaNValue(value)) && byKey(value);
}

/** Set operators: arrays as sets of distinct values, in key order. */
import { encodeKey } from '../bson/keys.ts';
import type { Value } from '../bson/values.ts';
import { isTruthy, typeName } from '../bson/values.ts';
import { step } from '../effort.ts';
import { fault } from '../errors.ts';
import type { Maybe } from './arguments.ts';
import { fixed, isNullish, strict, variadic } from './arguments.ts';
import type { Operator } from './variables.ts';

function setOf(value: Maybe, name: string, code: number): Map<string, Value> {
  if (!Array.isArray(value))
    throw fault(
      code,
      `All operands of ${name} must be arrays. One argument is of type: ${typeName(value)}`,
    );
  const set = new Map<string, Value>();
  for (const item of value) {
    step();
    set.set(encodeKey(item), item);
  }
  return set;
}

function inOrder(set: Map<string, Value>): Value[] {
  return [...set].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

function isSubset(a: Map<string, Value>, b: Map<string, Value>): boolean {
  return [...a.keys()].every((key) => b.has(key));
}

function union(values: Maybe[]): Maybe {
  if (values.some(isNullish)) return null;
  return inOrder(
    new Map((values as Value[]).flatMap((value) => [...setOf(value, '$setUnion', 17043)])),
  );
}

function intersection(values: Maybe[]): Maybe {
  if (values.some(isNullish)) return null;
  const [first, ...others] = (values as Value[]).map((value) =>
    setOf(value, '$setIntersection', 17047),
  );
  if (!first) return [];
  return inOrder(new Map([...first].filter(([key]) => others.every((other) => other.has(key)))));
}

export const setOperators: Record<string, Operator> = {
  $setUnion: variadic(union),
  $setIntersection: variadic(intersection),
  $setDifference: strict(2, (a, b) => {
    const given = setOf(a, '$setDifference', 17048);
    const taken = setOf(b, '$setDifference', 17049);
    return [...given].filter(([key]) => !taken.has(key)).map(([, value]) => value);
  }),
  $setIsSubset: fixed(2, (a, b) =>
    isSubset(setOf(a, '$setIsSubset', 17046), setOf(b, '$setIsSubset', 17042)),
  ),
  $setEquals: variadic((values) => {
    const sets = values.map((value) => setOf(value, '$setEquals', 17044));
    const [first, ...others] = sets;
    if (!first || others.length === 0)
      throw fault(17045, '$setEquals needs at least two arguments');
    return others.every((other) => other.size === first.size && isSubset(first, other));
  }),
  $allElementsTrue: fixed(1, (value) =>
    [...setOf(value, '$allElementsTrue', 17040).values()].every(isTruthy),
  ),
  $anyElementTrue: fixed(1, (value) =>
    [...setOf(value, '$anyElementTrue', 17041).values()].some(isTruthy),
  ),
};

/** The operators that a filter puts on a field, each usable on a path and on an array element. */
import { BSONRegExp } from 'bson';
import type { Fold } from '../bson/keys.ts';
import { encodeKey, sameValue } from '../bson/keys.ts';
import type { Leaf, Match, Path } from '../bson/paths.ts';
import { eachElement, isDbRefName, somePath } from '../bson/paths.ts';
import { compileRegex } from '../bson/regex.ts';
import type { Document, Value } from '../bson/values.ts';
import { bsonTag, isDocument, isTruthy, newDocument } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { bitsTest } from './bit-tests.ts';
import type { ConditionContext, Predicate } from './filter.ts';
import { isOperators } from './filter.ts';
import type { RangeOperator } from './range-tests.ts';
import { rangeTest } from './range-tests.ts';
import { rankOf, rankOfOperator } from './rank.ts';
import { modTest, sizeTest, typeTest } from './value-tests.ts';

export type Test = (value: Value | undefined) => boolean;

/** A question to a field: on a path it sees array elements, on an element it does not. */
export type Condition = {
  onPath: (path: Path) => Predicate;
  onElement: (value: Value | undefined, match?: Match) => boolean;
};

function fromLeaf(leaf: Leaf, onElement: Leaf): Condition {
  return {
    onElement,
    onPath: (path) => {
      const [field] = path;
      if (path.length === 1 && field !== undefined) return (doc, match) => leaf(doc[field], match);
      return (doc, match) => somePath(doc, { path, leaf, position: onElement, match });
    },
  };
}

/** A test that any element of an array may pass. */
function elementwise(test: Test): Condition {
  return fromLeaf(eachElement(test), test);
}

/** A test of the value itself, arrays included. */
function whole(test: Test): Condition {
  return fromLeaf(test, test);
}

function not(condition: Condition): Condition {
  return {
    onPath: (path) => {
      const predicate = condition.onPath(path);
      return (doc) => !predicate(doc);
    },
    onElement: (value) => !condition.onElement(value),
  };
}

function all(conditions: Condition[]): Condition {
  const [only] = conditions;
  if (only && conditions.length === 1) return only;
  return {
    onPath: (path) => {
      const predicates = conditions.map((condition) => condition.onPath(path));
      return (doc, match) => predicates.every((predicate) => predicate(doc, match));
    },
    onElement: (value) => conditions.every((condition) => condition.onElement(value)),
  };
}

/** One element that any of the conditions accepts. */
export function anyOf(conditions: readonly Condition[]): Condition {
  return elementwise((value) => conditions.some((condition) => condition.onElement(value)));
}

/** A condition and the place of its kind in the order of conditions. */
export type Ranked = { rank: number; condition: Condition };

function equalTest(target: Value, fold: Fold | undefined): Test {
  if (target === null) return (value) => value === null || value === undefined;
  if (typeof target === 'string' && !fold) return (value) => value === target;
  if (typeof target === 'boolean') return (value) => value === target;
  const key = encodeKey(target, fold);
  if (typeof target === 'number')
    return (value) =>
      typeof value === 'number'
        ? value === target || sameValue(value, target)
        : typeof value === 'object' && value !== null && encodeKey(value) === key;
  return (value) => value !== undefined && value !== null && encodeKey(value, fold) === key;
}

export function equality(target: Value, fold: Fold | undefined): Condition {
  return elementwise(equalTest(target, fold));
}

/** Strings that match, and the regular expression itself where it is stored. */
function regexTest(pattern: string, options: string): Test {
  const regex = compileRegex(pattern, options);
  const key = encodeKey(new BSONRegExp(pattern, options));
  return (value) =>
    typeof value === 'string'
      ? regex.test(value)
      : bsonTag(value ?? null) === 'BSONRegExp' && encodeKey(value) === key;
}

function storedRegexTest(value: Value): Test {
  const { pattern, options } = value as BSONRegExp;
  return regexTest(pattern, options);
}

function inTest(name: string, value: Value, fold: Fold | undefined): Test {
  if (!Array.isArray(value)) throw fault(2, `${name} needs an array`);
  const keys = new Set<string>();
  const regexes: Test[] = [];
  for (const item of value) {
    if (isOperators(item)) throw fault(2, 'cannot nest $ under $in');
    if (bsonTag(item) === 'BSONRegExp') regexes.push(storedRegexTest(item));
    else keys.add(encodeKey(item, fold));
  }
  return (candidate) =>
    keys.has(encodeKey(candidate, fold)) || regexes.some((test) => test(candidate));
}

function hasElemMatch(item: Value): item is Document {
  return isDocument(item) && Object.keys(item)[0] === '$elemMatch';
}

function allConditions(value: Value, context: ConditionContext): Ranked[] {
  if (!Array.isArray(value)) throw fault(2, '$all needs an array');
  if (value.length === 0) return [{ rank: rankOf.$alwaysTrue, condition: whole(() => false) }];
  if (hasElemMatch(value[0] as Value)) {
    if (!value.every(hasElemMatch)) throw fault(2, '$all/$elemMatch has to be consistent');
    return value.map((item) => elemMatch(item.$elemMatch as Value, context));
  }
  return value.map((item) => {
    if (isOperators(item)) throw fault(2, 'no $ expressions in $all');
    if (bsonTag(item) === 'BSONRegExp')
      return { rank: rankOf.$regex, condition: compileCondition(item, context) };
    return { rank: rankOf.$eq, condition: equality(item, context.fold) };
  });
}

/** An element's fields; those of an array are its positions. */
function fieldsOf(item: Value): Document | undefined {
  if (isDocument(item)) return item;
  return Array.isArray(item) ? Object.assign(newDocument(), item) : undefined;
}

/** Operators that ask about a whole document: an $elemMatch that begins so looks into its elements. */
const documentOperators = new Set(
  '$and $or $nor $expr $where $text $comment $jsonSchema $alwaysTrue $alwaysFalse'.split(' '),
);

/** `{ $gt: 1 }` asks each element itself; `{ k: 1 }` asks each element's fields. */
function elemMatch(value: Value, context: ConditionContext): Ranked {
  if (!isDocument(value)) throw fault(2, '$elemMatch needs an Object');
  const [first = ''] = Object.keys(value);
  const byValue = isOperators(value) && !isDbRefName(first) && !documentOperators.has(first);
  let test: Test;
  if (byValue) test = compileCondition(value, { ...context, field: '' }).onElement;
  else {
    const predicate = context.compileFilter(value, { ...context, nested: true });
    test = (item) => {
      const fields = item === undefined ? undefined : fieldsOf(item);
      return fields !== undefined && predicate(fields);
    };
  }
  const leaf: Leaf = (items, match) => {
    if (!Array.isArray(items)) return false;
    const at = items.findIndex((item) => test(item));
    if (at >= 0 && match) match.index = at;
    return at >= 0;
  };
  return {
    rank: byValue ? rankOf.$elemMatchValue : rankOf.$elemMatch,
    condition: fromLeaf(leaf, leaf),
  };
}

function regexCondition(operators: Document): Condition {
  const { $regex: pattern, $options: given } = operators;
  if (given !== undefined && typeof given !== 'string')
    throw fault(2, '$options has to be a string');
  if (typeof pattern === 'string') return elementwise(regexTest(pattern, given ?? ''));
  if (bsonTag(pattern ?? null) !== 'BSONRegExp') throw fault(2, '$regex has to be a string');
  const original = pattern as BSONRegExp;
  if (given !== undefined && original.options !== '')
    throw fault(51075, 'options set in both $regex and $options');
  return elementwise(regexTest(original.pattern, given ?? original.options));
}

function negated(value: Value, context: ConditionContext): Condition {
  if (bsonTag(value) === 'BSONRegExp') return not(compileCondition(value, context));
  if (!isDocument(value)) throw fault(2, '$not needs a regex or a document');
  if (Object.keys(value).length === 0) throw fault(2, '$not cannot be empty');
  return not(compileCondition(value, context));
}

type Maker = (
  value: Value,
  context: ConditionContext,
  operators: Document,
) => Condition | undefined;

/** A list of one value is a comparison with it. */
function rankOfIn(value: Value): number {
  const [only, ...others] = Array.isArray(value) ? value : [];
  if (only === undefined || others.length > 0) return rankOf.$in;
  return bsonTag(only) === 'BSONRegExp' ? rankOf.$regex : rankOf.$eq;
}

function ordered(operator: RangeOperator): Maker {
  return (value, { fold, field }) => {
    if (bsonTag(value) === 'BSONRegExp')
      throw fault(2, `Can't have RegEx as arg to predicate over field '${field}'.`);
    return elementwise(rangeTest(operator, value, fold));
  };
}

function bits(operator: string): Maker {
  return (value, { field }) => elementwise(bitsTest(operator, value, field));
}

const allOperators: Record<string, Maker> = {
  $eq: (value, { fold }) => equality(value, fold),
  $ne: (value, { fold }) => {
    if (bsonTag(value) === 'BSONRegExp') throw fault(2, "Can't have regex as arg to $ne.");
    return not(equality(value, fold));
  },
  $gt: ordered('$gt'),
  $gte: ordered('$gte'),
  $lt: ordered('$lt'),
  $lte: ordered('$lte'),
  $in: (value, { fold }) => elementwise(inTest('$in', value, fold)),
  $nin: (value, { fold }) => not(elementwise(inTest('$nin', value, fold))),
  $exists: (value) => {
    const wanted = isTruthy(value);
    const there = whole((candidate) => candidate !== undefined);
    return wanted ? there : not(there);
  },
  $type: (value, { field }) => elementwise(typeTest(value, field)),
  $not: negated,
  $size: (value) => whole(sizeTest(value)),
  $mod: (value) => elementwise(modTest(value)),
  $bitsAllSet: bits('$bitsAllSet'),
  $bitsAnySet: bits('$bitsAnySet'),
  $bitsAllClear: bits('$bitsAllClear'),
  $bitsAnyClear: bits('$bitsAnyClear'),
  $regex: (_value, _context, operators) => regexCondition(operators),
  $options: (_value, _context, operators) => {
    if (operators.$regex === undefined) throw fault(2, '$options needs a $regex');
    return undefined;
  },
  $comment: () => undefined,
};

const refused = new Set(['$near', '$nearSphere', '$geoWithin', '$geoIntersects', '$within']);

/** Operators that give several conditions, or one of two kinds. */
const manyOperators: Record<string, (value: Value, context: ConditionContext) => Ranked[]> = {
  $all: allConditions,
  $elemMatch: (value, context) => [elemMatch(value, context)],
};

/** True for an operator that asks a field for its value; $not and $comment do not. */
export function isFieldOperator(name: string): boolean {
  const known = Object.hasOwn(allOperators, name) || Object.hasOwn(manyOperators, name);
  return known && name !== '$not' && name !== '$comment';
}

/** The conditions of `{ $gt: 1, $lt: 5 }` or a regular expression. */
export function conditionsOf(value: Value, context: ConditionContext): Ranked[] {
  if (bsonTag(value) === 'BSONRegExp')
    return [{ rank: rankOf.$regex, condition: elementwise(storedRegexTest(value)) }];
  const operators = value as Document;
  const conditions: Ranked[] = [];
  for (const name in operators) {
    const argument = operators[name] as Value;
    const many = Object.hasOwn(manyOperators, name) ? manyOperators[name] : undefined;
    if (many) conditions.push(...many(argument, context));
    else {
      const condition = makerOf(name)(argument, context, operators);
      const rank = name === '$in' ? rankOfIn(argument) : rankOfOperator(name);
      if (condition) conditions.push({ rank, condition });
    }
  }
  return conditions;
}

function makerOf(name: string): Maker {
  const make = Object.hasOwn(allOperators, name) ? allOperators[name] : undefined;
  if (make) return make;
  if (refused.has(name)) throw notImplemented(name);
  throw fault(2, `unknown operator: ${name}`);
}

export function compileCondition(value: Value, context: ConditionContext): Condition {
  return all(conditionsOf(value, context).map(({ condition }) => condition));
}

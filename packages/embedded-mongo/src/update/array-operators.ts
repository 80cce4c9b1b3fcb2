/** The update operators on arrays. */
import type { Fold } from '../bson/keys.ts';
import { encodeKey } from '../bson/keys.ts';
import { showValue } from '../bson/show.ts';
import type { Value } from '../bson/values.ts';
import { asNumber, bsonTag, deepCopy, isDocument, toDocument, typeName } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { isFieldOperator } from '../query/conditions.ts';
import { compileField, compileFilter } from '../query/matcher.ts';
import { checkViable, readAt, writeAt } from './paths.ts';
import { push } from './push.ts';
import type { Operator, Target } from './target.ts';

/** What $addToSet adds; `$each` counts only as the first field. */
function addedBy(argument: Value): Value[] {
  if (!isDocument(argument) || Object.keys(argument)[0] !== '$each') return [argument];
  const { $each: added } = argument;
  if (!Array.isArray(added))
    throw fault(
      14,
      `The argument to $each in $addToSet must be an array but it was of type ${typeName(added)}`,
    );
  if (Object.keys(argument).length > 1)
    throw fault(2, `Found unexpected fields after $each in $addToSet: ${showValue(argument)}`);
  return added;
}

const addToSet: Operator = (argument, _field, fold) => {
  const added = addedBy(argument);
  return ({ document, path }) => {
    const current = readAt(document, path);
    if (current !== undefined && !Array.isArray(current))
      throw fault(
        2,
        `Cannot apply $addToSet to non-array field. Field named '${path.at(-1)}' has non-array type ${typeName(current)}`,
      );
    const items = [...(current ?? [])];
    const keys = new Set(items.map((item) => encodeKey(item, fold)));
    for (const item of added) {
      const key = encodeKey(item, fold);
      if (keys.has(key)) continue;
      keys.add(key);
      items.push(deepCopy(item));
    }
    writeAt(document, path, items);
  };
};

type Test = (item: Value) => boolean;

/** Takes the elements out of an array that `taken` accepts. */
function without(operator: string, taken: Test): (target: Target) => void {
  return ({ document, path }) => {
    const items = readAt(document, path);
    if (items === undefined) return checkViable(document, path);
    if (!Array.isArray(items)) throw fault(2, `Cannot apply ${operator} to a non-array value`);
    writeAt(
      document,
      path,
      items.filter((item) => !taken(item)),
    );
  };
}

/** Which elements $pull takes: ones that satisfy operators, documents that match a filter, or equal ones. */
function pullTest(argument: Value, fold: Fold | undefined): Test {
  const [first = ''] = isDocument(argument) ? Object.keys(argument) : [];
  if (isFieldOperator(first) || bsonTag(argument) === 'BSONRegExp') {
    const matches = compileField(['v'], argument, { fold });
    return (item) => matches(toDocument({ v: item }));
  }
  if (!isDocument(argument)) {
    const key = encodeKey(argument, fold);
    return (item) => encodeKey(item, fold) === key;
  }
  const matches = compileFilter(argument, { fold });
  return (item) => isDocument(item) && matches(item);
}

const pull: Operator = (argument, _field, fold) => without('$pull', pullTest(argument, fold));

const pullAll: Operator = (argument, _field, fold) => {
  if (!Array.isArray(argument))
    throw fault(2, `$pullAll requires an array argument but was given a ${typeName(argument)}`);
  const keys = new Set(argument.map((item) => encodeKey(item, fold)));
  return without('$pullAll', (item) => keys.has(encodeKey(item, fold)));
};

const pop: Operator = (argument) => {
  const side = asNumber(argument);
  if (side === undefined) throw fault(9, `Expected a number in: ${showValue(argument)}`);
  if (side !== 1 && side !== -1)
    throw fault(9, `$pop expects 1 or -1, found: ${showValue(argument)}`);
  return ({ document, path }) => {
    const current = readAt(document, path);
    if (current === undefined) return checkViable(document, path);
    if (!Array.isArray(current))
      throw fault(
        14,
        `Path '${path.join('.')}' contains an element of non-array type '${typeName(current)}'`,
      );
    writeAt(document, path, side === 1 ? current.slice(0, -1) : current.slice(1));
  };
};

export const arrayOperators: Record<string, Operator> = {
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
};

/** The update operators on single fields. */
import { Long } from 'bson';
import { nextTimestamp } from '../bson/identity.ts';
import { compareValues } from '../bson/keys.ts';
import { add, bigOf, kindOf, multiply } from '../bson/numbers.ts';
import { showValue } from '../bson/show.ts';
import type { Value } from '../bson/values.ts';
import { deepCopy, isDocument, isNumeric, typeName } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { arrayOperators } from './array-operators.ts';
import { readAt, removeAt, writeAt } from './paths.ts';
import type { Operator, Target } from './target.ts';

const assign: Operator =
  (argument) =>
  ({ document, path }) =>
    writeAt(document, path, deepCopy(argument));

function notNumeric(operator: string, { document, path }: Target, current: Value): Error {
  return fault(
    14,
    `Cannot apply ${operator} to a value of non-numeric type. {_id: ${showValue(document._id)}} has the field '${path.at(-1)}' of non-numeric type ${typeName(current)}`,
  );
}

/** How messages name the numbers that can overflow. */
const numberNames: Record<string, string> = { int: 'NumberInt', long: 'NumberLong' };

type Combine = (a: Value, b: Value) => Value | undefined;

/** `$inc` and `$mul`; an equal result of the same type leaves the field as it is written. */
function numeric(operator: '$inc' | '$mul', combine: Combine): Operator {
  const verb = operator === '$inc' ? 'increment' : 'multiply';
  return (argument, field) => {
    if (!isNumeric(argument))
      throw fault(
        14,
        `Cannot ${verb} with non-numeric argument: {${field}: ${showValue(argument)}}`,
      );
    const start = operator === '$inc' ? argument : (multiply(argument, 0) ?? 0);
    return (target) => {
      const { document, path } = target;
      const current = readAt(document, path);
      if (current === undefined) return writeAt(document, path, start);
      if (!isNumeric(current)) throw notNumeric(operator, target, current);
      const result = combine(current, argument);
      if (result === undefined)
        throw fault(
          2,
          `Failed to apply ${operator} operations to current value ((${numberNames[kindOf(current) ?? '']})${showValue(current)}) for document {_id: ${showValue(document._id)}}`,
        );
      if (kindOf(result) === kindOf(current) && compareValues(result, current) === 0) return;
      writeAt(document, path, result);
    };
  };
}

/** Whether two values can only be put in order by how texts compare. */
function ordersTexts(value: Value): boolean {
  return typeof value === 'string' || Array.isArray(value) || isDocument(value);
}

function extreme(wins: (order: number) => boolean): Operator {
  return (argument, _field, fold) =>
    ({ document, path }) => {
      const current = readAt(document, path);
      if (fold && current !== undefined && ordersTexts(current) && ordersTexts(argument))
        throw notImplemented('$min and $max of texts under a collation');
      if (current === undefined || wins(compareValues(argument, current)))
        writeAt(document, path, deepCopy(argument));
    };
}

function currentDateType(argument: Value): 'date' | 'timestamp' {
  if (typeof argument === 'boolean') return 'date';
  if (!isDocument(argument))
    throw fault(
      2,
      `${typeName(argument)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  for (const name in argument)
    if (name !== '$type') throw fault(2, `Unrecognized $currentDate option: ${name}`);
  const { $type: type } = argument;
  if (type === 'date' || type === 'timestamp') return type;
  throw fault(
    2,
    "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
  );
}

const currentDate: Operator = (argument) => {
  const type = currentDateType(argument);
  return ({ document, path, now }) =>
    writeAt(document, path, type === 'date' ? now : nextTimestamp());
};

function isWholeKind(value: Value): boolean {
  const kind = kindOf(value);
  return kind === 'int' || kind === 'long';
}

const bitOperations: Record<string, (a: bigint, b: bigint) => bigint> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

function checkBits(argument: Value): [string, Value][] {
  if (!isDocument(argument))
    throw fault(
      2,
      `The $bit modifier is not compatible with a ${typeName(argument)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    );
  const operations = Object.entries(argument);
  if (operations.length === 0)
    throw fault(
      2,
      'You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}',
    );
  for (const [name, operand] of operations) {
    if (!Object.hasOwn(bitOperations, name))
      throw fault(
        2,
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: {${name}: ${showValue(operand)}}`,
      );
    if (!isWholeKind(operand))
      throw fault(
        2,
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(operand)}' is not supported here: {${name}: ${showValue(operand)}}`,
      );
  }
  return operations;
}

const bit: Operator = (argument) => {
  const operations = checkBits(argument);
  const anyLong = operations.some(([, operand]) => kindOf(operand) === 'long');
  return ({ document, path }) => {
    const found = readAt(document, path);
    const current = found === undefined ? 0 : found;
    if (!isWholeKind(current))
      throw fault(
        2,
        `Cannot apply $bit to a value of non-integral type.{_id: ${showValue(document._id)}} has the field ${path.at(-1)} of non-integer type ${typeName(current)}`,
      );
    let bits = bigOf(current);
    for (const [name, operand] of operations)
      bits = bitOperations[name]?.(bits, bigOf(operand)) ?? bits;
    const long = anyLong || kindOf(current) === 'long';
    writeAt(document, path, long ? Long.fromBigInt(bits) : Number(bits));
  };
};

export const operators: Record<string, Operator> = {
  $set: assign,
  $setOnInsert: assign,
  $unset:
    () =>
    ({ document, path }) =>
      removeAt(document, path),
  $inc: numeric('$inc', add),
  $mul: numeric('$mul', multiply),
  $min: extreme((order) => order < 0),
  $max: extreme((order) => order > 0),
  $currentDate: currentDate,
  $bit: bit,
  ...arrayOperators,
};

/** The update operators on single fields. */
import { Long, Timestamp } from 'bson';
import { compareValues } from '../bson/keys.ts';
import { add, kindOf, multiply } from '../bson/numbers.ts';
import { showValue } from '../bson/show.ts';
import { deepCopy, isDocument, isNumeric, typeName, type Value } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { ARRAY_OPERATORS } from './array-operators.ts';
import { checkViable, readAt, removeAt, writeAt } from './paths.ts';
import type { Apply, Target } from './target.ts';

function numeric(operator: string, combine: (a: Value, b: Value) => Value | undefined): Apply {
  return ({ document, path }, argument) => {
    const current = readAt(document, path);
    if (!isNumeric(argument))
      throw fault(
        14,
        `Cannot ${operator === '$inc' ? 'increment' : 'multiply'} with non-numeric argument: {${path.join('.')}: ${showValue(argument)}}`,
      );
    if (current === undefined) {
      const start = operator === '$inc' ? argument : multiply(argument, 0);
      return writeAt(document, path, start ?? 0);
    }
    if (!isNumeric(current))
      throw fault(
        14,
        `Cannot apply ${operator} to a value of non-numeric type. {_id: ${showValue(document._id)}} has the field '${path.at(-1)}' of non-numeric type ${typeName(current)}`,
      );
    const result = combine(current, argument);
    if (result === undefined)
      throw fault(
        2,
        `Failed to apply ${operator} operations to current value ((${kindOf(current)}) ${showValue(current)})`,
      );
    writeAt(document, path, result);
  };
}

function extreme(wins: (order: number) => boolean): Apply {
  return ({ document, path }, argument) => {
    const current = readAt(document, path);
    if (current === undefined || wins(compareValues(argument, current)))
      writeAt(document, path, deepCopy(argument));
  };
}

function currentDate({ document, path, now }: Target, argument: Value): void {
  if (typeof argument !== 'boolean' && !isDocument(argument))
    throw fault(
      2,
      `${showValue(argument)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  const type = isDocument(argument) ? argument.$type : 'date';
  if (type !== 'date' && type !== 'timestamp')
    throw fault(2, "The '$type' string field is required to be 'date' or 'timestamp'");
  const seconds = Math.floor(now.getTime() / 1000);
  writeAt(document, path, type === 'date' ? now : new Timestamp({ t: seconds, i: 1 }));
}

function bit({ document, path }: Target, argument: Value): void {
  if (!isDocument(argument) || Object.keys(argument).length === 0)
    throw fault(2, 'The $bit modifier is not compatible with a value of that type');
  const current = readAt(document, path) ?? 0;
  if (!['int', 'long'].includes(kindOf(current) ?? ''))
    throw fault(2, `Cannot apply $bit to a value of non-integral type`);
  let value = BigInt(String(current));
  let long = kindOf(current) === 'long';
  for (const [name, operand] of Object.entries(argument)) {
    if (!['int', 'long'].includes(kindOf(operand) ?? ''))
      throw fault(2, 'The $bit modifier field must be an Integer(32/64 bit)');
    const mask = BigInt(String(operand));
    long ||= kindOf(operand) === 'long';
    if (name === 'and') value &= mask;
    else if (name === 'or') value |= mask;
    else if (name === 'xor') value ^= mask;
    else throw fault(2, "The $bit modifier only supports 'and', 'or', and 'xor'");
  }
  writeAt(
    document,
    path,
    long ? Long.fromBigInt(BigInt.asIntN(64, value)) : Number(BigInt.asIntN(32, value)),
  );
}

export const OPERATORS: Record<string, Apply> = {
  $set: ({ document, path }, argument) => writeAt(document, path, deepCopy(argument)),
  $setOnInsert: ({ document, path, inserting }, argument) => {
    if (inserting) writeAt(document, path, deepCopy(argument));
    else checkViable(document, path);
  },
  $unset: ({ document, path }) => removeAt(document, path),
  $inc: numeric('$inc', add),
  $mul: numeric('$mul', multiply),
  $min: extreme((order) => order < 0),
  $max: extreme((order) => order > 0),
  $currentDate: currentDate,
  $bit: bit,
  ...ARRAY_OPERATORS,
};

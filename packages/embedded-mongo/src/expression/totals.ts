/** $add and $multiply, which go on in the widest kind of number so far. */
import { Decimal128, Long } from 'bson';
import { add, bigOf, fitsLong, kindOf, multiply, wider } from '../bson/numbers.ts';
import type { Value } from '../bson/values.ts';
import { doubleOf, isInt32, isNumeric, typeName } from '../bson/values.ts';
import { roundedLong } from '../bson/whole.ts';
import { fault } from '../errors.ts';
import { compileList, isNullish } from './arguments.ts';
import { dateAt } from './time-zones.ts';
import type { Operator } from './variables.ts';

/** Adds a number to a date, a part of a millisecond rounded. Throws Overflow (15). */
export function moveDate(date: Date, by: Value): Date {
  const ms = roundedLong(by);
  if (ms === undefined) throw fault(15, 'date overflow');
  return dateAt(date.getTime() + Number(ms));
}

/** A whole number in the kind that holds it: int32 of int32s only. */
function wholeOf(value: bigint, long: boolean): Value {
  return !long && isInt32(Number(value)) ? Number(value) : Long.fromBigInt(value);
}

/** One by one: a long that overflows goes on as a double, and so does the rest. */
function plus(total: Value, value: Value): Value {
  const long = kindOf(total) === 'long' || kindOf(value) === 'long';
  const kinds = wider(kindOf(total) ?? 'int', kindOf(value) ?? 'int');
  if (kinds === 'double' || kinds === 'decimal')
    return add(total, value) ?? doubleOf(Number(total) + Number(value));
  const whole = bigOf(total) + bigOf(value);
  return fitsLong(whole) ? wholeOf(whole, long) : doubleOf(Number(total) + Number(value));
}

const addAll: Operator = (argument, compile) => {
  const parts = compileList(argument, compile);
  return (variables) => {
    let total: Value = 0;
    // Ints that leave the int32s come back to it; a long among them makes the sum one.
    let long = false;
    let date: Date | undefined;
    for (const part of parts) {
      const value = part(variables);
      if (isNullish(value)) return null;
      if (value instanceof Date) {
        if (date) throw fault(16612, 'only one date allowed in an $add expression');
        date = moveDate(value, total);
      } else if (!isNumeric(value))
        throw fault(14, `$add only supports numeric or date types, not ${typeName(value)}`);
      else if (date) date = moveDate(date, value);
      else {
        long ||= kindOf(value) === 'long';
        total = plus(total, value);
      }
    }
    if (date) return date;
    return kindOf(total) === 'long' ? wholeOf(bigOf(total), long) : total;
  };
};

const multiplyAll: Operator = (argument, compile) => {
  const parts = compileList(argument, compile);
  return (variables) => {
    let [double, whole, decimal]: [number, bigint, Value] = [1, 1n, 1];
    let kind = kindOf(1) ?? 'int';
    for (const part of parts) {
      const value = part(variables);
      if (isNullish(value)) return null;
      if (!isNumeric(value))
        throw fault(14, `$multiply only supports numeric types, not ${typeName(value)}`);
      const before = kind;
      kind = wider(kind, kindOf(value) ?? 'int');
      if (kind === 'decimal') {
        if (before !== 'decimal')
          decimal = before === 'double' ? doubleOf(double) : Long.fromBigInt(whole);
        decimal = multiply(decimal, value) ?? decimal;
        if (kindOf(decimal) !== 'decimal') decimal = Decimal128.fromString(String(decimal));
        continue;
      }
      double *= Number(value);
      if (kind === 'double') continue;
      whole *= bigOf(value);
      if (!fitsLong(whole)) kind = 'double';
    }
    if (kind === 'decimal') return decimal;
    return kind === 'double' ? doubleOf(double) : wholeOf(whole, kind === 'long');
  };
};

export const totals: Record<string, Operator> = { $add: addAll, $multiply: multiplyAll };

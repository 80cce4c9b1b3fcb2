/** Reads operator arguments: how many there are, and what null or missing does to the result. */
import { isNumeric, typeName, type Value } from '../bson/values.ts';
import { fault } from '../errors.ts';
import type { Compile, Evaluate, Operator } from './variables.ts';

export type Maybe = Value | undefined;

/** Compiles a list of arguments; a single one need not be in an array. */
export function compileList(argument: Value, compile: Compile): Evaluate[] {
  return (Array.isArray(argument) ? argument : [argument]).map(compile);
}

export function isNullish(value: Maybe): value is null | undefined {
  return value === null || value === undefined;
}

/** An operator of a fixed number of arguments (or a range), evaluated from left to right. */
export function fixed(
  count: number | [number, number],
  apply: (...values: Maybe[]) => Maybe,
): Operator {
  const [least, most] = typeof count === 'number' ? [count, count] : count;
  return (argument, compile, name) => {
    const parts = compileList(argument, compile);
    if (parts.length < least || parts.length > most)
      throw fault(
        least === most ? 16020 : 28667,
        `Expression ${name} takes ${least === most ? `exactly ${least}` : `at least ${least} arguments, and at most ${most}`} arguments. ${parts.length} were passed in.`,
      );
    return (variables) => apply(...parts.map((part) => part(variables)));
  };
}

/** Like fixed, but a null or missing argument makes the result null. */
export function strict(
  count: number | [number, number],
  apply: (...values: Value[]) => Maybe,
): Operator {
  return fixed(count, (...values) =>
    values.some(isNullish) ? null : apply(...(values as Value[])),
  );
}

export function variadic(apply: (values: Maybe[]) => Maybe): Operator {
  return (argument, compile) => {
    const parts = compileList(argument, compile);
    return (variables) => apply(parts.map((part) => part(variables)));
  };
}

export function needNumber(value: Value, name: string): Value {
  if (!isNumeric(value))
    throw fault(28765, `${name} only supports numeric types, not ${typeName(value)}`);
  return value;
}

export function needString(value: Value, complaint: { code: number; text: string }): string {
  if (typeof value !== 'string')
    throw fault(complaint.code, `${complaint.text}, but got ${typeName(value)}`);
  return value;
}

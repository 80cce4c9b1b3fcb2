/** Reads operator arguments: how many there are, and what null or missing does to the result. */
import type { Document, Value } from '../bson/values.ts';
import { isDocument, isNumeric, typeName } from '../bson/values.ts';
import { fault } from '../errors.ts';
import type { Compile, Evaluate, Operator } from './variables.ts';

/**
 * Reads the fields of a stage's specification as the real server's generated parsers do: null counts
 * as missing. Throws 10065 for no object, 40415 for an unknown field, 40414 for a missing one.
 */
export function stageFields(
  specification: Value,
  stage: string,
  fields: { required: string[]; optional?: string[] },
): Document {
  if (!isDocument(specification))
    throw fault(10065, `invalid parameter: expected an object (${stage})`);
  const { required, optional = [] } = fields;
  for (const field in specification)
    if (!required.includes(field) && !optional.includes(field))
      throw fault(40415, `BSON field '${stage}.${field}' is an unknown field.`);
  const given: Document = {};
  for (const [field, value] of Object.entries(specification))
    if (value !== null) given[field] = value;
  for (const field of required)
    if (given[field] === undefined)
      throw fault(40414, `BSON field '${stage}.${field}' is missing but a required field`);
  return given;
}

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
        `Expression ${name} takes ${least === most ? `exactly ${least} arguments. ` : `at least ${least} arguments, and at most ${most}, but `}${parts.length} were passed in.`,
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

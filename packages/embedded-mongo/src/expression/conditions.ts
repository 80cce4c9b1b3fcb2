/** Operators that choose, name or loop: $cond, $switch, $let, $map, $filter, $reduce and the logic. */
import type { Document, Value } from '../bson/values.ts';
import { isDocument, isTruthy } from '../bson/values.ts';
import { wholeInt } from '../bson/whole.ts';
import { step } from '../effort.ts';
import { fault, notImplemented } from '../errors.ts';
import { compileList, isNullish } from './arguments.ts';
import type { Compile, Evaluate, Operator, Variables } from './variables.ts';
import { withNames } from './variables.ts';

/** An operator's named arguments. On the real server every operator has its own error codes for them. */
export type Fields = {
  /** For what is no object, and for an unknown name. */
  codes: [number, number];
  /** The code for each that is missing. */
  required: readonly (readonly [name: string, code: number])[];
  optional?: string[];
};

/** Reads an operator's named arguments, all known and all required ones there. */
export function named(argument: Value, name: string, fields: Fields): Document {
  const { codes, required, optional = [] } = fields;
  if (!isDocument(argument))
    throw fault(codes[0], `${name} only supports an object as its argument`);
  for (const field in argument)
    if (!required.some(([known]) => known === field) && !optional.includes(field))
      throw fault(codes[1], `Unrecognized argument to ${name}: ${field}`);
  for (const [field, code] of required)
    if (argument[field] === undefined) throw fault(code, `Missing '${field}' parameter to ${name}`);
  return argument;
}

export function optional(argument: Document, field: string, compile: Compile): Evaluate {
  const value = argument[field];
  return value === undefined ? () => undefined : compile(value);
}

const condFields: Fields = {
  codes: [16020, 17083],
  required: [
    ['if', 17080],
    ['then', 17081],
    ['else', 17082],
  ],
};

const cond: Operator = (argument, compile) => {
  let parts = Array.isArray(argument) ? argument : [argument];
  if (isDocument(argument)) {
    const fields = named(argument, '$cond', condFields);
    parts = [fields.if, fields.then, fields.else] as Value[];
  }
  if (parts.length !== 3)
    throw fault(
      16020,
      `Expression $cond takes exactly 3 arguments. ${parts.length} were passed in.`,
    );
  const [test, yes, no] = parts.map(compile) as [Evaluate, Evaluate, Evaluate];
  return (variables) => (isTruthy(test(variables)) ? yes(variables) : no(variables));
};

const switchFields: Fields = {
  codes: [40060, 40067],
  required: [['branches', 40068]],
  optional: ['default'],
};
const branchFields: Fields = {
  codes: [40062, 40063],
  required: [
    ['case', 40064],
    ['then', 40065],
  ],
};

const choose: Operator = (argument, compile) => {
  const fields = named(argument, '$switch', switchFields);
  if (!Array.isArray(fields.branches)) throw fault(40061, '$switch expected an array for branches');
  if (fields.branches.length === 0) throw fault(40068, '$switch requires at least one branch');
  const branches = fields.branches.map((branch) => {
    const parts = named(branch, '$switch', branchFields);
    return { test: compile(parts.case as Value), result: compile(parts.then as Value) };
  });
  const fallback = fields.default === undefined ? undefined : compile(fields.default);
  return (variables) => {
    const branch = branches.find(({ test }) => isTruthy(test(variables)));
    if (branch) return branch.result(variables);
    if (!fallback)
      throw fault(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified.',
      );
    return fallback(variables);
  };
};

const ifNull: Operator = (argument, compile) => {
  const parts = compileList(argument, compile);
  if (parts.length < 2) throw fault(1257300, '$ifNull needs at least two arguments');
  return (variables) => {
    let value: Value | undefined;
    for (const part of parts) {
      value = part(variables);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

/** Throws FailedToParse (9) for a name that a variable may not have. */
export function variableName(name: string): string {
  if (!/^[a-z\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*$/.test(name))
    throw fault(9, `'${name}' starts with an invalid character for a user variable name`);
  return name;
}

const letFields: Fields = {
  codes: [16874, 16875],
  required: [
    ['vars', 16876],
    ['in', 16877],
  ],
};

const letIn: Operator = (argument, compile) => {
  const fields = named(argument, '$let', letFields);
  if (!isDocument(fields.vars)) throw fault(10065, 'invalid parameter: expected an object (vars)');
  const vars = Object.entries(fields.vars).map(([name, value]): [string, Evaluate] => [
    variableName(name),
    compile(value),
  ]);
  const names = vars.map(([name]) => name);
  const body = withNames(names, () => compile(fields.in as Value));
  return (variables) => {
    const scope: Variables = { ...variables };
    for (const [name, evaluate] of vars) scope[name] = evaluate(variables);
    return body(scope);
  };
};

function arrayInput(input: Evaluate, name: string, variables: Variables): Value[] | null {
  const items = input(variables);
  if (isNullish(items)) return null;
  if (!Array.isArray(items))
    throw fault(name === '$filter' ? 28651 : 16883, `input to ${name} must be an array`);
  return items;
}

const mapFields: Fields = {
  codes: [16878, 16879],
  required: [
    ['input', 16880],
    ['in', 16882],
  ],
  optional: ['as'],
};

const map: Operator = (argument, compile) => {
  const fields = named(argument, '$map', mapFields);
  const name = fields.as === undefined ? 'this' : variableName(String(fields.as));
  const input = compile(fields.input as Value);
  const body = withNames([name], () => compile(fields.in as Value));
  return (variables) =>
    arrayInput(input, '$map', variables)?.map((item) => {
      step();
      return body({ ...variables, [name]: item }) ?? null;
    }) ?? null;
};

const filterFields: Fields = {
  codes: [28646, 28647],
  required: [
    ['input', 28648],
    ['cond', 28650],
  ],
  optional: ['as', 'limit'],
};

function limitOf(value: Value | undefined): number {
  if (isNullish(value)) return Number.POSITIVE_INFINITY;
  const limit = wholeInt(value);
  if (limit === undefined)
    throw fault(327391, '$filter: limit must be represented as a 32-bit integral value');
  if (limit < 1) throw fault(327392, '$filter: limit must be greater than 0');
  return limit;
}

const filter: Operator = (argument, compile) => {
  const fields = named(argument, '$filter', filterFields);
  const name = fields.as === undefined ? 'this' : variableName(String(fields.as));
  const input = compile(fields.input as Value);
  const test = withNames([name], () => compile(fields.cond as Value));
  const limit = optional(fields, 'limit', compile);
  return (variables) => {
    const items = arrayInput(input, '$filter', variables);
    if (!items) return null;
    const most = limitOf(limit(variables));
    const passes = (item: Value): boolean => {
      step();
      return isTruthy(test({ ...variables, [name]: item }));
    };
    return items.filter(passes).slice(0, most);
  };
};

const reduceFields: Fields = {
  codes: [40075, 40076],
  required: [
    ['input', 40077],
    ['initialValue', 40078],
    ['in', 40079],
  ],
};

const reduce: Operator = (argument, compile) => {
  const fields = named(argument, '$reduce', reduceFields);
  const input = compile(fields.input as Value);
  const initial = compile(fields.initialValue as Value);
  const body = withNames(['this', 'value'], () => compile(fields.in as Value));
  return (variables) => {
    const items = input(variables);
    if (isNullish(items)) return null;
    if (!Array.isArray(items)) throw fault(40080, `$reduce requires that 'input' be an array`);
    let value = initial(variables);
    for (const item of items) {
      step();
      value = body({ ...variables, this: item, value });
    }
    return value;
  };
};

const getFieldFields: Fields = {
  codes: [3041701, 3041701],
  required: [
    ['field', 3041702],
    ['input', 3041703],
  ],
};

const getField: Operator = (argument, compile) => {
  const fields =
    isDocument(argument) && !Object.keys(argument)[0]?.startsWith('$')
      ? named(argument, '$getField', getFieldFields)
      : { field: argument };
  const field = compile(fields.field as Value);
  const input = fields.input === undefined ? undefined : compile(fields.input);
  return (variables) => {
    const name = field(variables);
    if (typeof name !== 'string') throw fault(3041704, '$getField requires a string');
    const from = input ? input(variables) : variables.CURRENT;
    return isDocument(from) ? from[name] : undefined;
  };
};

/** Document metadata of the real server that this engine never has. */
const unknownMeta = new Set(['randVal', 'indexKey', 'searchScore', 'searchHighlights']);
const leftOutMeta = new Set(
  'geoNearDistance geoNearPoint recordId sortKey searchScoreDetails vectorSearchScore'.split(' '),
);

const meta: Operator = (argument) => {
  if (typeof argument !== 'string') throw fault(17307, '$meta only supports string arguments');
  if (unknownMeta.has(argument)) return () => undefined;
  if (leftOutMeta.has(argument)) throw notImplemented(`$meta: '${argument}'`);
  if (argument === 'textScore')
    throw fault(40218, 'query requires text score metadata, but it is not available');
  throw fault(17308, `Unsupported argument to $meta: ${argument}`);
};

function logic(decides: boolean): Operator {
  return (argument, compile) => {
    const parts = compileList(argument, compile);
    return (variables) => parts.some((part) => isTruthy(part(variables)) === decides) === decides;
  };
}

export const conditions: Record<string, Operator> = {
  $and: logic(false),
  $or: logic(true),
  $not: (argument, compile) => {
    const [part, ...rest] = compileList(argument, compile);
    if (!part || rest.length > 0) throw fault(16020, 'Expression $not takes exactly 1 arguments.');
    return (variables) => !isTruthy(part(variables));
  },
  $cond: cond,
  $switch: choose,
  $ifNull: ifNull,
  $let: letIn,
  $map: map,
  $filter: filter,
  $reduce: reduce,
  $getField: getField,
  $meta: meta,
  $literal: (argument) => () => argument,
  $const: (argument) => () => argument,
};

/** Operators that choose, name or loop: $cond, $switch, $let, $map, $filter, $reduce and the logic. */
import { asNumber, type Document, isDocument, isTruthy, type Value } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { compileList, isNullish } from './arguments.ts';
import type { Compile, Evaluate, Operator, Variables } from './variables.ts';

/** Reads an operator's named arguments, all known and all required ones there. */
export function named(
  argument: Value,
  name: string,
  fields: { required: string[]; optional?: string[] },
): Document {
  if (!isDocument(argument)) throw fault(9, `${name} only supports an object as its argument`);
  const { required, optional = [] } = fields;
  for (const field in argument)
    if (!required.includes(field) && !optional.includes(field))
      throw fault(9, `Unrecognized argument to ${name}: ${field}`);
  for (const field of required)
    if (argument[field] === undefined) throw fault(9, `Missing '${field}' parameter to ${name}`);
  return argument;
}

export function optional(argument: Document, field: string, compile: Compile): Evaluate {
  const value = argument[field];
  return value === undefined ? () => undefined : compile(value);
}

const cond: Operator = (argument, compile) => {
  let parts: Value[];
  if (Array.isArray(argument)) {
    if (argument.length !== 3)
      throw fault(
        16020,
        `Expression $cond takes exactly 3 arguments. ${argument.length} were passed in.`,
      );
    parts = argument;
  } else {
    const fields = named(argument, '$cond', { required: ['if', 'then', 'else'] });
    parts = [fields.if, fields.then, fields.else] as Value[];
  }
  const [test, yes, no] = parts.map(compile) as [Evaluate, Evaluate, Evaluate];
  return (variables) => (isTruthy(test(variables)) ? yes(variables) : no(variables));
};

const choose: Operator = (argument, compile) => {
  const fields = named(argument, '$switch', { required: ['branches'], optional: ['default'] });
  if (!Array.isArray(fields.branches)) throw fault(40061, '$switch expected an array for branches');
  if (fields.branches.length === 0) throw fault(40068, '$switch requires at least one branch');
  const branches = fields.branches.map((branch) => {
    const parts = named(branch, '$switch', { required: ['case', 'then'] });
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

const letIn: Operator = (argument, compile) => {
  const fields = named(argument, '$let', { required: ['vars', 'in'] });
  if (!isDocument(fields.vars)) throw fault(9, 'invalid parameter: expected an object (vars)');
  const vars = Object.entries(fields.vars).map(([name, value]): [string, Evaluate] => [
    variableName(name),
    compile(value),
  ]);
  const body = compile(fields.in as Value);
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

const map: Operator = (argument, compile) => {
  const fields = named(argument, '$map', { required: ['input', 'in'], optional: ['as'] });
  const name = fields.as === undefined ? 'this' : variableName(String(fields.as));
  const input = compile(fields.input as Value);
  const body = compile(fields.in as Value);
  return (variables) =>
    arrayInput(input, '$map', variables)?.map(
      (item) => body({ ...variables, [name]: item }) ?? null,
    ) ?? null;
};

const filter: Operator = (argument, compile) => {
  const fields = named(argument, '$filter', {
    required: ['input', 'cond'],
    optional: ['as', 'limit'],
  });
  const name = fields.as === undefined ? 'this' : variableName(String(fields.as));
  const input = compile(fields.input as Value);
  const test = compile(fields.cond as Value);
  const limit = optional(fields, 'limit', compile);
  return (variables) => {
    const most = asNumber(limit(variables)) ?? Number.POSITIVE_INFINITY;
    if (most < 1) throw fault(327392, '$filter: limit must be greater than 0');
    const kept = arrayInput(input, '$filter', variables)?.filter((item) =>
      isTruthy(test({ ...variables, [name]: item })),
    );
    return kept?.slice(0, most) ?? null;
  };
};

const reduce: Operator = (argument, compile) => {
  const fields = named(argument, '$reduce', { required: ['input', 'initialValue', 'in'] });
  const input = compile(fields.input as Value);
  const initial = compile(fields.initialValue as Value);
  const body = compile(fields.in as Value);
  return (variables) => {
    const items = input(variables);
    if (isNullish(items)) return null;
    if (!Array.isArray(items)) throw fault(40080, `$reduce requires that 'input' be an array`);
    let value = initial(variables);
    for (const item of items) value = body({ ...variables, this: item, value });
    return value;
  };
};

const getField: Operator = (argument, compile) => {
  const fields =
    isDocument(argument) && argument.field !== undefined
      ? named(argument, '$getField', { required: ['field'], optional: ['input'] })
      : { field: argument };
  const field = compile(fields.field as Value);
  const input = fields.input === undefined ? undefined : compile(fields.input);
  return (variables) => {
    const name = field(variables);
    if (typeof name !== 'string') throw fault(5654602, '$getField requires a string');
    const from = input ? input(variables) : variables.CURRENT;
    return isDocument(from) ? from[name] : undefined;
  };
};

/** What the real server may know about a document beside its fields, and this engine never does. */
const UNKNOWN_META = new Set(['randVal', 'indexKey', 'searchScore', 'searchHighlights']);
const LEFT_OUT_META = new Set(
  'geoNearDistance geoNearPoint recordId sortKey searchScoreDetails vectorSearchScore'.split(' '),
);

const meta: Operator = (argument) => {
  if (typeof argument !== 'string') throw fault(17307, '$meta only supports string arguments');
  if (UNKNOWN_META.has(argument)) return () => undefined;
  if (LEFT_OUT_META.has(argument)) throw notImplemented(`$meta: '${argument}'`);
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

export const CONDITIONS: Record<string, Operator> = {
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

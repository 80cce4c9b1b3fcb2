/**
 * Readers of variables and arguments that are created once per document. A reader handles the simple cases; the rest,
 * errors above all, is left to graphql-js (GraphQL specification, sections 6.1.2 and 6.4.1).
 */

import type {
  ArgumentNode,
  FieldNode,
  GraphQLArgument,
  GraphQLError,
  GraphQLField,
  GraphQLInputType,
  GraphQLSchema,
  OperationDefinitionNode,
  ValueNode,
  VariableDefinitionNode,
} from 'graphql';
import {
  BREAK,
  getVariableValues,
  isEnumType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  typeFromAST,
  valueFromAST,
  visit,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';

type Values = Record<string, unknown>;

/** Writes one value; false if graphql-js must read it. */
type Read = (given: Readonly<Values>, into: Values) => boolean;

export type ReadVariables = (
  given: Readonly<Values>,
) => { variables: Values } | { errors: readonly GraphQLError[] };

/** `bounds`: limits of error reports. */
export function variableReader(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  bounds: { maxErrors: number; hideSuggestions?: boolean } = { maxErrors: 50 },
): ReadVariables {
  const reads = variableDefinitions.map((one) => readVariable(schema, one));
  return (given) => {
    // Variables may have any name, `__proto__` too.
    const variables: Values = Object.create(null);
    if (reads.every((read) => read(given, variables))) return { variables: { ...variables } };
    const { coerced, errors } = getVariableValues(schema, variableDefinitions, given, bounds);
    return errors ? { errors } : { variables: coerced };
  };
}

function readVariable(
  schema: GraphQLSchema,
  { variable, type: node, defaultValue }: VariableDefinitionNode,
): Read {
  const type = typeFromAST(schema, node as never);
  if (!isInputType(type)) return () => false;
  const { value: name } = variable.name;
  const coerce = coercerOf(type);
  const absent = defaultValue
    ? constantReader(name, valueFromAST(defaultValue, type), true)
    : constantReader(name, undefined, isNonNullType(type));
  return (given, into) => {
    if (!Object.hasOwn(given, name)) return absent(given, into);
    const value = coerce(given[name]);
    into[name] = value;
    return value !== invalid;
  };
}

const invalid = Symbol('unfit');

/** Objects, and single values for a list, are left to graphql-js. */
function coercerOf(type: GraphQLInputType): (value: unknown) => unknown {
  if (isNonNullType(type)) {
    const coerce = coercerOf(type.ofType);
    return (value) => (value === null || value === undefined ? invalid : coerce(value));
  }
  const coerce = isListType(type) ? listOf(coercerOf(type.ofType)) : leafOf(type);
  return (value) => (value === null || value === undefined ? null : coerce(value));
}

function listOf(coerceItem: (value: unknown) => unknown): (value: unknown) => unknown {
  return (value) => {
    if (!Array.isArray(value)) return invalid;
    const items: unknown[] = [];
    for (const one of value) {
      const item = coerceItem(one);
      // Stops at the first invalid item, so that a request full of them creates only one error.
      if (item === invalid) return invalid;
      items.push(item);
    }
    return items;
  };
}

function leafOf(type: GraphQLInputType): (value: unknown) => unknown {
  // The enum's own parser would compare an unknown value with all others to suggest one.
  if (isEnumType(type))
    return (value) =>
      typeof value === 'string' ? (type.getValue(value)?.value ?? invalid) : invalid;
  if (!isScalarType(type)) return () => invalid;
  return (value) => {
    try {
      return type.parseValue(value) ?? invalid;
    } catch {
      return invalid;
    }
  };
}

/** Reads the arguments of a field. Throws as graphql-js does. */
export function argumentReader(
  def: GraphQLField<unknown, unknown>,
  node: FieldNode,
): (variables: Values) => Values {
  const reads = def.args.map((one) => readArgument(one, node.arguments));
  return (variables) => {
    const values: Values = {};
    if (reads.every((read) => read(variables, values))) return values;
    return getArgumentValues(def, node, variables);
  };
}

function readArgument(
  { name, type, defaultValue }: GraphQLArgument,
  nodes: readonly ArgumentNode[] = [],
): Read {
  const given = nodes.findLast((one) => one.name.value === name)?.value;
  const absent = constantReader(name, defaultValue, isNonNullType(type));
  if (!given) return absent;
  if (given.kind !== Kind.VARIABLE)
    return hasVariables(given)
      ? () => false
      : constantReader(name, valueFromAST(given, type), true);
  const { value: variable } = given.name;
  return (variables, into) => {
    if (!Object.hasOwn(variables, variable)) return absent(variables, into);
    const value = variables[variable];
    into[name] = value;
    return value !== undefined && (value !== null || !isNonNullType(type));
  };
}

function hasVariables(node: ValueNode): boolean {
  let found = false;
  const note = () => {
    found = true;
    return BREAK;
  };
  visit(node, { Variable: note });
  return found;
}

/** A constant; a `required` one that is undefined is left to graphql-js. */
function constantReader(name: string, value: unknown, required: boolean): Read {
  if (value === undefined) return () => !required;
  const kept = frozen(value);
  return (_, into) => {
    into[name] = kept;
    return true;
  };
}

/** Deeply frozen because all requests share it. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const one of Object.values(value)) frozen(one);
  return Object.freeze(value);
}

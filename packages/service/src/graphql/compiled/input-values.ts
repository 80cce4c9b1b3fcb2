/**
 * Variables and arguments, read by readers that are made once. A reader knows the plain cases; whatever else it meets, a
 * fault above all, graphql-js reads in full (GraphQL's specification, sections 6.1.2 and 6.4.1).
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

/** Writes one of them; false where it is not for a reader. */
type Read = (given: Readonly<Values>, into: Values) => boolean;

export type ReadVariables = (
  given: Readonly<Values>,
) => { variables: Values } | { errors: readonly GraphQLError[] };

/** `bounds`: of what is told of faults. */
export function variableReader(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  bounds: { maxErrors: number; hideSuggestions?: boolean } = { maxErrors: 50 },
): ReadVariables {
  const reads = variableDefinitions.map((one) => readVariable(schema, one));
  return (given) => {
    // Its keys are whatever the document calls them, `__proto__` too.
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
    ? constantly(name, valueFromAST(defaultValue, type), true)
    : constantly(name, undefined, isNonNullType(type));
  return (given, into) => {
    if (!Object.hasOwn(given, name)) return absent(given, into);
    const value = coerce(given[name]);
    into[name] = value;
    return value !== unfit;
  };
}

const unfit = Symbol('unfit');

/** Objects, and a value in the place of a list of one, are left to graphql-js. */
function coercerOf(type: GraphQLInputType): (value: unknown) => unknown {
  if (isNonNullType(type)) {
    const coerce = coercerOf(type.ofType);
    return (value) => (value === null || value === undefined ? unfit : coerce(value));
  }
  const coerce = isListType(type) ? listOf(coercerOf(type.ofType)) : leafOf(type);
  return (value) => (value === null || value === undefined ? null : coerce(value));
}

function listOf(coerceItem: (value: unknown) => unknown): (value: unknown) => unknown {
  return (value) => {
    if (!Array.isArray(value)) return unfit;
    const items: unknown[] = [];
    for (const one of value) {
      const item = coerceItem(one);
      // Each fault is an error made, with its words: a request full of them must cost one.
      if (item === unfit) return unfit;
      items.push(item);
    }
    return items;
  };
}

function leafOf(type: GraphQLInputType): (value: unknown) => unknown {
  // Its own parser would compare what it does not know with every value, for a hint that nobody reads.
  if (isEnumType(type))
    return (value) => (typeof value === 'string' ? (type.getValue(value)?.value ?? unfit) : unfit);
  if (!isScalarType(type)) return () => unfit;
  return (value) => {
    try {
      return type.parseValue(value) ?? unfit;
    } catch {
      return unfit;
    }
  };
}

/** What a field's resolver is given. Throws as graphql-js does. */
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
  const absent = constantly(name, defaultValue, isNonNullType(type));
  if (!given) return absent;
  if (given.kind !== Kind.VARIABLE)
    return hasVariables(given) ? () => false : constantly(name, valueFromAST(given, type), true);
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

/** Undefined is no value, and where one `mustBe` there it is not for a reader. */
function constantly(name: string, value: unknown, mustBe: boolean): Read {
  if (value === undefined) return () => !mustBe;
  const kept = frozen(value);
  return (_, into) => {
    into[name] = kept;
    return true;
  };
}

/** Shared by all requests: whoever writes into it, at any depth, is told. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const one of Object.values(value)) frozen(one);
  return Object.freeze(value);
}

/** Whether the variables of a request fit its operation: seen at a glance for most, found out in full where one may not. */

import type { GraphQLInputType, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import {
  getVariableValues,
  isEnumType,
  isInputType,
  isNonNullType,
  isScalarType,
  typeFromAST,
} from 'graphql';
import { variableBounds } from './limits.ts';

type Variables = Readonly<Record<string, unknown>>;
/** True: it fits for sure. */
type Glance = (given: Variables) => boolean;

const glances = new WeakMap<OperationDefinitionNode, readonly Glance[]>();

/** The first thing that is wrong with the variables; the stock executor would tell every one. */
export function variableFault(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Variables,
): string | undefined {
  const { variableDefinitions = [] } = operation;
  if (variableDefinitions.length === 0) return undefined;
  let known = glances.get(operation);
  if (!known) {
    known = glancesOf(schema, operation);
    glances.set(operation, known);
  }
  if (known.every((fits) => fits(given))) return undefined;
  return getVariableValues(schema, variableDefinitions, given, variableBounds).errors?.[0]?.message;
}

function glancesOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): Glance[] {
  return variableDefinitions.map(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node as never);
    if (!isInputType(type)) return () => false;
    const nullable = !isNonNullType(type);
    const fits = fitsOf(nullable ? type : type.ofType);
    const name = variable.name.value;
    return (given) => {
      if (!Object.hasOwn(given, name)) return nullable || defaultValue !== undefined;
      const value = given[name];
      return value === null || value === undefined ? nullable : fits(value);
    };
  });
}

const largestInt = 2_147_483_647;
const isInt = (value: unknown) =>
  Number.isInteger(value) && Math.abs(value as number) <= largestInt;
const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  Int: isInt,
  Float: (value) => Number.isFinite(value),
};

/** Lists and objects are for the full way. */
function fitsOf(type: GraphQLInputType): (value: unknown) => boolean {
  if (isEnumType(type))
    return (value) => typeof value === 'string' && type.getValue(value) !== undefined;
  const fits = isScalarType(type) ? scalars[type.name] : undefined;
  return fits ?? (() => false);
}

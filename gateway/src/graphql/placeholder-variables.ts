/** Placeholder variables for planning an operation before any request: a plan does not depend on their values. */

import type {
  GraphQLInputType,
  GraphQLSchema,
  NamedTypeNode,
  OperationDefinitionNode,
} from 'graphql';
import {
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
} from 'graphql';

/** Any valid value of the type. */
export function placeholderValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return placeholderValue(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type))
    return type.name === 'Boolean' ? true : type.name === 'Int' ? 1 : '1';
  return Object.fromEntries(
    Object.values(type.getFields()).map((field) => [field.name, placeholderValue(field.type)]),
  );
}

/** A valid value for each variable of the operation. */
export function placeholderVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): Record<string, unknown> {
  const entries = variableDefinitions.map((one) => {
    const type = typeFromAST(schema, one.type as NamedTypeNode);
    return [one.variable.name.value, isInputType(type) ? placeholderValue(type) : undefined];
  });
  return Object.fromEntries(entries);
}

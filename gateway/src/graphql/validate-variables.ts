/** Validates the variables of a request against its operation. */

import type { ReadVariables } from '@nameloan/graphql-executor/document/input-values';
import { variableReader } from '@nameloan/graphql-executor/document/input-values';
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { variableBounds } from '../limits.ts';

/** No list that a client sends is longer; reading hundreds of thousands of items would block the event loop. */
const maxListLength = 1_000;

const readers = new WeakMap<OperationDefinitionNode, ReadVariables>();

/** The first validation error, or undefined; the stock executor would report all of them. */
export function validateVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  if (!operation.variableDefinitions?.length) return undefined;
  if (hasLongList(given)) return `A list has at most ${maxListLength} items.`;
  let read = readers.get(operation);
  if (!read) {
    read = variableReader(schema, operation, variableBounds);
    readers.set(operation, read);
  }
  const found = read(given);
  return 'errors' in found ? found.errors[0]?.message : undefined;
}

/** The nesting of a body is limited before it is parsed. */
function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) && value.length > maxListLength) return true;
  return Object.values(value).some(hasLongList);
}

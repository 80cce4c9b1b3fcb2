/** Plans the stored operations once the door is open, so that the first callers need not wait for it. */

import { setImmediate as turn } from 'node:timers/promises';
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
import type { Caller } from '../auth/caller.ts';
import type { Execute } from '../graphql/execute.ts';
import type { Call } from './load-calls.ts';

/** Any value that fits a type: a plan does not depend on it. */
function anyValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return anyValue(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type))
    return type.name === 'Boolean' ? true : type.name === 'Int' ? 1 : '1';
  return Object.fromEntries(
    Object.values(type.getFields()).map((field) => [field.name, anyValue(field.type)]),
  );
}

/** Values that fit what an operation asks for. */
export function anyVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): Record<string, unknown> {
  const entries = variableDefinitions.map((one) => {
    const type = typeFromAST(schema, one.type as NamedTypeNode);
    return [one.variable.name.value, isInputType(type) ? anyValue(type) : undefined];
  });
  return Object.fromEntries(entries);
}

/** One plan a turn of the event loop; requests that come meanwhile go between. `going` false stops it. */
export async function planAhead(
  calls: readonly Call[],
  { execute, actor, going }: { execute: Execute; actor: Caller; going(): boolean },
): Promise<void> {
  for (const call of calls) {
    const fields = [...call.pathFields, ...call.queryFields, ...call.bodyFields];
    const variables = Object.fromEntries(fields.map((one) => [one.name, anyValue(one.type)]));
    for (const { document } of call.operations.values()) {
      await turn();
      if (!going()) return;
      await execute({ document, variables, actor, planOnly: true });
    }
  }
}

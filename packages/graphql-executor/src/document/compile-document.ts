/**
 * Compiles a document once: its selections, argument readers and value completion. Results equal those of graphql-js,
 * which the tests compare with (`compile-document.test.ts`); see the GraphQL specification, section 6, "Execution".
 */

import type {
  DocumentNode,
  ExecutionResult,
  FragmentDefinitionNode,
  GraphQLError,
  GraphQLSchema,
} from 'graphql';
import { getOperationAST, isObjectType, Kind, OperationTypeNode } from 'graphql';
import { conditionNames, VariantCache } from './conditions.ts';
import { variableReader } from './input-values.ts';
import { ObjectPlans } from './object-plan.ts';
import type { ObjectPlan, Run } from './plan.ts';
import { runObject, runSerially } from './run-object.ts';

export interface RunInput {
  context: unknown;
  variables?: Readonly<Record<string, unknown>> | undefined;
}

export type RunDocument = (requested: RunInput) => ExecutionResult | Promise<ExecutionResult>;

/** Undefined if graphql-js must run it: no such operation, a subscription, or types with `isTypeOf`. */
export function compileDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
): RunDocument | undefined {
  const operation = getOperationAST(document, operationName);
  if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return undefined;
  const root = schema.getRootType(operation.operation);
  if (!root || usesIsTypeOf(schema)) return undefined;
  const fragments = fragmentsOf(document);
  const roots = new VariantCache(conditionNames(document), (conditions) =>
    new ObjectPlans({ schema, fragments, operation, conditions }).of(root, [
      operation.selectionSet,
    ]),
  );
  const variablesOf = variableReader(schema, operation);
  const serial = operation.operation === OperationTypeNode.MUTATION;
  return ({ context, variables: given = {} }) => {
    const read = variablesOf(given);
    if ('errors' in read) return { errors: read.errors };
    const { variables } = read;
    const run: Run = { context, variables, errors: [] };
    return answer(run, roots.of(variables), serial);
  };
}

const usesIsTypeOf = (schema: GraphQLSchema): boolean =>
  Object.values(schema.getTypeMap()).some((type) => isObjectType(type) && type.isTypeOf);

function fragmentsOf(document: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one;
  return fragments;
}

function answer(run: Run, plan: ObjectPlan, serial: boolean): ReturnType<RunDocument> {
  const end = (data: Record<string, unknown> | null): ExecutionResult =>
    run.errors.length === 0 ? { data } : { errors: run.errors, data };
  const fail = (error: unknown): ExecutionResult => {
    run.errors.push(error as GraphQLError);
    return end(null);
  };
  const root = { run, prev: undefined, key: '', typename: undefined };
  try {
    const data = (serial ? runSerially : runObject)(plan, undefined, root);
    return data instanceof Promise ? data.then(end, fail) : end(data as Record<string, unknown>);
  } catch (error) {
    return fail(error);
  }
}

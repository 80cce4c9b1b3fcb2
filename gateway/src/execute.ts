/** The one way to run an operation: GraphQL, REST and live all go through here. */

import { createHash } from 'node:crypto';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import {
  GraphQLError,
  getOperationAST,
  getVariableValues,
  OperationTypeNode,
  print,
} from 'graphql';
import type { Caller } from './caller.ts';
import { variableBounds } from './limits.ts';
import type { Result } from './same-turn.ts';
import { SameTurn } from './same-turn.ts';
import type { StockExecutor, Supergraph } from './supergraph.ts';

export interface Operation {
  /** Parsed and validated; the same object for the same text, so that plans are found again. */
  document: DocumentNode;
  variables?: Record<string, unknown> | undefined;
  operationName?: string | undefined;
  actor: Caller;
  /** Plans and keeps the plan, but fetches nothing and answers nothing of use. */
  planOnly?: boolean;
}

export type Execute = (operation: Operation) => Promise<Result>;

/** What the data sources need to know of the request they fetch for. */
export interface ExecuteContext {
  caller: Caller;
  /** Wall time in milliseconds at which every fetch of this request is given up. */
  deadlineMs: number;
  /** Nothing is fetched: the operation is only to be planned ahead. */
  planOnly?: boolean;
}

type RequestContext = Parameters<StockExecutor>[0];

const hashes = new WeakMap<DocumentNode, string>();
const operations = new WeakMap<DocumentNode, Map<string, OperationDefinitionNode | null>>();

function hashOf(document: DocumentNode): string {
  let hash = hashes.get(document);
  if (!hash) {
    hash = createHash('sha256').update(print(document)).digest('hex');
    hashes.set(document, hash);
  }
  return hash;
}

/** The operation that a request means; null when it names none. */
export function operationOf(
  document: DocumentNode,
  operationName: string | undefined,
): OperationDefinitionNode | null {
  let known = operations.get(document);
  if (!known) {
    known = new Map();
    operations.set(document, known);
  }
  const name = operationName ?? '';
  let found = known.get(name);
  if (found === undefined) {
    found = getOperationAST(document, operationName) ?? null;
    if (known.size < 100) known.set(name, found);
  }
  return found;
}

/**
 * Binds `execute` to a supergraph. A faster executor over the same plans replaces `supergraph.executor`
 * here, in this one place, and nothing else notices.
 */
export function createExecute(
  supergraph: Pick<Supergraph, 'schema' | 'executor'>,
  { timeoutMs }: { timeoutMs: number },
): Execute {
  const standing = {
    schema: supergraph.schema,
    logger: console,
    cache: undefined,
    overallCachePolicy: undefined,
    source: '',
    schemaHash: '',
  };
  const run = async (given: Operation, operation: OperationDefinitionNode): Promise<Result> => {
    const { document, variables, operationName, actor, planOnly = false } = given;
    const deadlineMs = Date.now() + timeoutMs;
    const context: ExecuteContext = { caller: actor, deadlineMs, planOnly };
    const request = { variables: variables ?? {}, ...(operationName ? { operationName } : {}) };
    const result = await supergraph.executor({
      ...standing,
      request,
      context,
      document,
      operation,
      operationName: operationName ?? null,
      queryHash: hashOf(document),
      metrics: {},
    } as unknown as RequestContext);
    return result as Result;
  };
  const sameTurn = new SameTurn();
  return async (given) => {
    const { document, variables, operationName, actor, planOnly } = given;
    const operation = operationOf(document, operationName);
    if (!operation) return { errors: [invalid('The document has no such operation.')] };
    const fault = variableFault(supergraph.schema, operation, variables ?? {});
    if (fault !== undefined) return { errors: [invalid(fault)] };
    const read = operation.operation === OperationTypeNode.QUERY;
    if (!read || planOnly || actor.actor.kind !== 'anonymous') return run(given, operation);
    // What visitors read depends on nothing but the question.
    const key = `${hashOf(document)} ${operationName ?? ''} ${JSON.stringify(variables ?? {})}`;
    return sameTurn.run(key, () => run(given, operation));
  };
}

function invalid(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'INVALID_INPUT' } });
}

/** The first thing that is wrong with the variables; the stock executor would tell every one. */
export function variableFault(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Record<string, unknown>,
): string | undefined {
  return getVariableValues(schema, variableDefinitions, given, variableBounds).errors?.[0]?.message;
}

/** Executes operations for GraphQL, REST and live subscriptions. */

import { createHash } from 'node:crypto';
import { countVariants } from '@nameloan/graphql-executor/document/conditions';
import type { GraphqlResponse } from '@nameloan/graphql-executor/local-services';
import { compileOperation } from '@nameloan/graphql-executor/plan/compile-operation';
import type { Compiled } from '@nameloan/graphql-executor/plan/compiled-operations';
import { CompiledOperations } from '@nameloan/graphql-executor/plan/compiled-operations';
import type {
  DocumentText,
  PlannedFetch,
  Send,
  Variables,
} from '@nameloan/graphql-executor/plan/plan-types';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { GraphQLError, getOperationAST, OperationTypeNode, print } from 'graphql';
import type { Caller } from '../auth/caller.ts';
import { countFallbackOperation } from '../metrics.ts';
import type { StockExecutor, Supergraph } from '../supergraph.ts';
import type { Result } from './request-coalescer.ts';
import { RequestCoalescer } from './request-coalescer.ts';
import { validateVariables } from './validate-variables.ts';

export interface Operation {
  /** Parsed and validated; the same object for the same text, so that plans are reused. */
  document: DocumentNode;
  variables?: Record<string, unknown> | undefined;
  operationName?: string | undefined;
  actor: Caller;
  /** Creates and caches the plan without fetching; the result is meaningless. */
  planOnly?: boolean;
}

export type Execute = (operation: Operation) => Promise<Result>;

/** The context that data sources receive. */
export interface ExecuteContext {
  caller: Caller;
  /** Wall time in milliseconds at which every fetch of this request times out. */
  deadlineMs: number;
  /** Plans only; fetches nothing. */
  planOnly?: boolean;
}

type RequestContext = Parameters<StockExecutor>[0];

const texts = new WeakMap<DocumentNode, DocumentText>();
const operations = new WeakMap<DocumentNode, Map<string, OperationDefinitionNode>>();

function documentText(document: DocumentNode): DocumentText {
  let found = texts.get(document);
  if (!found) {
    const text = print(document);
    const units = text.length * countVariants(document);
    found = { hash: createHash('sha256').update(text).digest('hex'), units };
    texts.set(document, found);
  }
  return found;
}

/** The operation that a request selects; null if there is none. */
export function operationOf(
  document: DocumentNode,
  operationName: string | undefined,
): OperationDefinitionNode | null {
  let known = operations.get(document);
  if (!known) {
    known = new Map();
    operations.set(document, known);
  }
  const name = operationName === undefined ? '' : `=${operationName}`;
  const kept = known.get(name);
  if (kept) return kept;
  const found = getOperationAST(document, operationName) ?? null;
  // Unknown names are not cached, because clients can send any number of them.
  if (found) known.set(name, found);
  return found;
}

/** Fetches from one service. */
export interface Source {
  fetch(
    planned: PlannedFetch,
    variables: Variables,
    context: ExecuteContext,
  ): Promise<GraphqlResponse>;
}

export interface ExecuteNeeds {
  timeoutMs: number;
  sourceOf(service: string): Source;
}

/** Creates `execute` for a supergraph: plans are compiled; the stock executor runs those that cannot be. */
export function createExecute(
  supergraph: Pick<Supergraph, 'schema' | 'executor' | 'plan'>,
  { timeoutMs, sourceOf }: ExecuteNeeds,
): Execute {
  const known = new CompiledOperations({
    documentText,
    compile: (document, operationName) => compileOrFallback(supergraph, document, operationName),
  });
  const executorDefaults = {
    schema: supergraph.schema,
    logger: console,
    cache: undefined,
    overallCachePolicy: undefined,
    source: '',
    schemaHash: '',
  };
  const run = (given: Operation, operation: OperationDefinitionNode): Promise<Result> => {
    const { document, variables = {}, operationName, actor, planOnly = false } = given;
    const compiled = known.of(document, operationName);
    const context = { caller: actor, deadlineMs: Date.now() + timeoutMs, planOnly };
    if (!compiled) return runStock({ given, operation, context });
    if (planOnly) return Promise.resolve({ data: null });
    const send: Send = (fetch, picked) => sourceOf(fetch.service).fetch(fetch, picked, context);
    return Promise.resolve((compiled(variables, send) ?? conditionIsNull()) as Result);
  };
  const runStock = async ({ given, operation, context }: StockRun): Promise<Result> => {
    const { document, variables, operationName } = given;
    if (!context.planOnly) countFallbackOperation();
    const request = { variables: variables ?? {}, ...(operationName ? { operationName } : {}) };
    const result = await supergraph.executor({
      ...executorDefaults,
      request,
      context,
      document,
      operation,
      operationName: operationName ?? null,
      queryHash: documentText(document).hash,
      metrics: {},
    } as unknown as RequestContext);
    return result as Result;
  };
  const coalescer = new RequestCoalescer();
  return async (given) => {
    const { document, variables, operationName, actor, planOnly } = given;
    const operation = operationOf(document, operationName);
    if (!operation) return { errors: [invalid('The document has no such operation.')] };
    const error = validateVariables(supergraph.schema, operation, variables ?? {});
    if (error !== undefined) return { errors: [invalid(error)] };
    const read = operation.operation === OperationTypeNode.QUERY;
    if (!read || planOnly || actor.actor.kind !== 'anonymous') return run(given, operation);
    // Anonymous reads depend only on the request.
    const key = `${documentText(document).hash} ${operationName ?? ''} ${JSON.stringify(variables ?? {}, replaceNonFinite)}`;
    return coalescer.run(key, () => run(given, operation));
  };
}

interface StockRun {
  given: Operation;
  operation: OperationDefinitionNode;
  context: ExecuteContext;
}

/** Returns null if the stock executor must run the operation; it also reports planning errors best. */
function compileOrFallback(
  { plan }: Pick<Supergraph, 'plan'>,
  document: DocumentNode,
  operationName: string | undefined,
): Compiled {
  try {
    return compileOperation(plan(document, operationName));
  } catch {
    return null;
  }
}

function invalid(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'INVALID_INPUT' } });
}

/** Reported before anything runs; the stock executor would notice only halfway, after changes. */
const conditionIsNull = (): Result => ({
  errors: [invalid('A variable that decides what is skipped or included must not be null.')],
});

/** JSON serializes non-finite numbers as null, which would be a different request. */
const replaceNonFinite = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;

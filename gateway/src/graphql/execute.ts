/** The one way to run an operation: GraphQL, REST and live all go through here. */

import { createHash } from 'node:crypto';
import { formsOf } from '@nameloan/service/graphql/compiled/conditions.ts';
import type { GraphqlResponse } from '@nameloan/service/local-services.ts';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { GraphQLError, getOperationAST, OperationTypeNode, print } from 'graphql';
import type { Caller } from '../auth/caller.ts';
import { countFallbackOperation } from '../metrics.ts';
import { compileOperation } from '../plan/compile-operation.ts';
import type { Compiled } from '../plan/compiled-operations.ts';
import { CompiledOperations } from '../plan/compiled-operations.ts';
import type { DocumentText, PlannedFetch, Send, Variables } from '../plan/plan-types.ts';
import type { StockExecutor, Supergraph } from '../supergraph.ts';
import type { Result } from './request-coalescer.ts';
import { SameTurn } from './request-coalescer.ts';
import { variableFault } from './validate-variables.ts';

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

const texts = new WeakMap<DocumentNode, DocumentText>();
const operations = new WeakMap<DocumentNode, Map<string, OperationDefinitionNode>>();

function textOf(document: DocumentNode): DocumentText {
  let found = texts.get(document);
  if (!found) {
    const text = print(document);
    const units = text.length * formsOf(document);
    found = { hash: createHash('sha256').update(text).digest('hex'), units };
    texts.set(document, found);
  }
  return found;
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
  const name = operationName === undefined ? '' : `=${operationName}`;
  const kept = known.get(name);
  if (kept) return kept;
  const found = getOperationAST(document, operationName) ?? null;
  // Names that the document does not have are as many, and as long, as a sender likes.
  if (found) known.set(name, found);
  return found;
}

/** Whoever fetches from one part. */
export interface Source {
  fetch(
    planned: PlannedFetch,
    variables: Variables,
    context: ExecuteContext,
  ): Promise<GraphqlResponse>;
}

export interface ExecuteNeeds {
  timeoutMs: number;
  sourceOf(part: string): Source;
}

/** Binds `execute` to a supergraph: what it plans is compiled; its own executor runs what cannot be. */
export function createExecute(
  supergraph: Pick<Supergraph, 'schema' | 'executor' | 'plan'>,
  { timeoutMs, sourceOf }: ExecuteNeeds,
): Execute {
  const known = new CompiledOperations({
    textOf,
    make: (document, operationName) => compiledOrLeft(supergraph, document, operationName),
  });
  const standing = {
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
    const send: Send = (fetch, picked) => sourceOf(fetch.part).fetch(fetch, picked, context);
    return Promise.resolve((compiled(variables, send) ?? undecided()) as Result);
  };
  const runStock = async ({ given, operation, context }: StockRun): Promise<Result> => {
    const { document, variables, operationName } = given;
    if (!context.planOnly) countFallbackOperation();
    const request = { variables: variables ?? {}, ...(operationName ? { operationName } : {}) };
    const result = await supergraph.executor({
      ...standing,
      request,
      context,
      document,
      operation,
      operationName: operationName ?? null,
      queryHash: textOf(document).hash,
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
    const key = `${textOf(document).hash} ${operationName ?? ''} ${JSON.stringify(variables ?? {}, exactly)}`;
    return sameTurn.run(key, () => run(given, operation));
  };
}

interface StockRun {
  given: Operation;
  operation: OperationDefinitionNode;
  context: ExecuteContext;
}

/** Null where the stock executor must run it; it also says best what is wrong with what cannot be planned. */
function compiledOrLeft(
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

/** The stock executor would notice halfway, when what is asked for may have been changed. */
const undecided = (): Result => ({
  errors: [invalid('A variable that decides what is skipped or included must not be null.')],
});

/** JSON has no word for a number too large to hold, and makes it null: another question. */
const exactly = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;

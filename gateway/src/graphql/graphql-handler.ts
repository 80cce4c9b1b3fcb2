/** GraphQL over HTTP at `/graphql`: what is plain is run at once; Apollo Server sees to all else, `execute()` runs. */

import { ApolloServer, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Log } from '@nameloan/service/log.ts';
import { withRequestId } from '@nameloan/service/log.ts';
import { nameSpan } from '@nameloan/service/trace.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { executeSync, GraphQLError, OperationTypeNode } from 'graphql';
import { graphqlContentType } from '../api-error.ts';
import type { Caller } from '../auth/caller.ts';
import { documentLimits } from '../limits.ts';
import type { Documents, KnownDocument, Sent } from './documents.ts';
import { DocumentRefused, isAboutItself } from './documents.ts';
import type { Execute, Operation } from './execute.ts';
import { operationOf } from './execute.ts';
import { AnswerTypes, plainOperation, runPlain, spanNameOf } from './fast-path.ts';
import { showError, showFault } from './format-errors.ts';
import type { Result } from './request-coalescer.ts';

interface Context {
  caller: Caller;
}

/** What Apollo Server hands its executor; its own type for this is not exported. */
interface ExecutorRequest {
  document: Operation['document'];
  request: { variables?: Record<string, unknown>; operationName?: string };
  context: Context;
}

export interface GraphqlOptions {
  /** With the live subscriptions in it. */
  schema: GraphQLSchema;
  execute: Execute;
  documents: Documents;
  log: Log;
}

/** Answers questions about the schema itself, live part included; undefined for any other operation. */
function introspect(
  schema: GraphQLSchema,
  { document, variables, operationName }: Operation,
): Result | undefined {
  const operation = operationOf(document, operationName);
  if (!operation || !isAboutItself(operation)) return undefined;
  return executeSync({
    schema,
    document,
    variableValues: variables ?? {},
    operationName: operationName ?? null,
  });
}

async function run(options: GraphqlOptions, given: ExecutorRequest): Promise<Result> {
  const operation: Operation = {
    document: given.document,
    variables: given.request.variables,
    operationName: given.request.operationName,
    actor: given.context.caller,
  };
  const found = operationOf(given.document, operation.operationName);
  if (found) nameSpan(spanNameOf(found));
  if (found?.operation === OperationTypeNode.SUBSCRIPTION) {
    const message = 'Subscriptions go over the WebSocket at /graphql.';
    return { errors: [new GraphQLError(message, { extensions: { code: 'INVALID_INPUT' } })] };
  }
  return introspect(options.schema, operation) ?? options.execute(operation);
}

/** Starts Apollo Server over the federated schema and gives the handler of the route. */
export async function createGraphql(options: GraphqlOptions) {
  const executor = (given: unknown) => run(options, given as ExecutorRequest);
  const server = new ApolloServer<Context>({
    gateway: {
      onSchemaLoadOrUpdate: (callback) => {
        callback({ apiSchema: options.schema, coreSupergraphSdl: '' });
        return () => {};
      },
      load: async () => ({ executor: executor as never }),
      stop: async () => {},
    },
    // Our own check of documents decides, and hands them over here as known; these rules hold all the same.
    introspection: true,
    validationRules: [...options.documents.rules],
    documentStore: storeOf(options.documents),
    parseOptions: { maxTokens: documentLimits.tokens },
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: true,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    formatError: (formatted, error) => showError(formatted, error, options.log),
    logger: quiet,
    plugins: [
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
    ],
  });
  await server.start();
  const types = new AnswerTypes();
  return {
    stop: () => server.stop(),
    handler: (request: FastifyRequest & { caller: Caller }, reply: FastifyReply) =>
      withRequestId(request.id, () => answer({ server, types, request, reply, ...options })),
  };
}

/** Apollo Server asks by the hash of the text, after what it puts before its own keys. */
const storeOf = (documents: Documents) => ({
  get: async (key: string) => documents.byHash(key.slice(key.lastIndexOf(':') + 1)),
  set: async () => undefined,
  delete: async () => undefined,
});

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

interface Asked extends GraphqlOptions {
  server: ApolloServer<Context>;
  types: AnswerTypes;
  request: FastifyRequest & { caller: Caller };
  reply: FastifyReply;
}

const searchOf = ({ url }: FastifyRequest) =>
  url.includes('?') ? url.slice(url.indexOf('?')) : '';

/**
 * The operation that a request carries in its body or its query, read as Apollo Server reads it; anything that is
 * none is Apollo's to refuse.
 */
function sentBy(request: FastifyRequest): Sent | undefined {
  const { method, body } = request;
  const given = (
    method === 'POST' ? (body ?? {}) : Object.fromEntries(new URLSearchParams(searchOf(request)))
  ) as Record<string, unknown>;
  if (typeof given.query !== 'string' || given.query === '') return undefined;
  const { operationName } = given;
  return {
    query: given.query,
    operationName: typeof operationName === 'string' ? operationName : undefined,
    variables: method === 'POST' ? asVariables(given.variables) : readVariables(given.variables),
  };
}

const asVariables = (value: unknown) =>
  typeof value === 'object' ? (value as Record<string, unknown> | null) : undefined;

function readVariables(text: unknown) {
  try {
    return typeof text === 'string' ? asVariables(JSON.parse(text)) : undefined;
  } catch {
    return undefined;
  }
}

async function answer(asked: Asked): Promise<FastifyReply> {
  const { request, reply, documents, log, types } = asked;
  const sent = sentBy(request);
  let known: KnownDocument | undefined;
  try {
    if (sent) known = await documents.prepare(sent, request.caller);
  } catch (error) {
    if (!(error instanceof DocumentRefused)) throw error;
    const errors = error.faults.map((fault) => showFault(fault, log));
    reply
      .code(400)
      .header('cache-control', 'no-store')
      .type(graphqlContentType(request.headers.accept));
    return reply.send(JSON.stringify({ errors }));
  }
  const type = types.of(request.headers.accept);
  const plain = known && type ? plainOperation(request, known.document) : undefined;
  if (!plain || !type) return answerByApollo(asked);
  const { status, text } = await runPlain(asked, plain);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', type)
    .send(text);
}

/** Whatever has something particular about it: a GET, a question about the schema, a fault of the request. */
async function answerByApollo({ server, types, request, reply }: Asked): Promise<FastifyReply> {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const search = searchOf(request);
  const response = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: request.method, headers, search, body: request.body },
    context: async () => ({ caller: request.caller }),
  });
  const status = response.status ?? 200;
  if (status === 200) types.learn(request.headers.accept, response.headers.get('content-type'));
  for (const [name, value] of response.headers) reply.header(name, value);
  reply.header('cache-control', 'no-store').code(status);
  if (response.body.kind !== 'complete') throw new Error('an answer in parts was not asked for');
  return reply.send(response.body.string);
}

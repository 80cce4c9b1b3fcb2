/** GraphQL over HTTP at `/graphql`: simple requests take a fast path, all others go through Apollo Server. */

import { ApolloServer, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Log } from '@nameloan/runtime/log';
import { withRequestId } from '@nameloan/runtime/log';
import { nameSpan } from '@nameloan/runtime/trace';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { executeSync, GraphQLError, OperationTypeNode } from 'graphql';
import { graphqlContentType } from '../api-error.ts';
import type { Caller } from '../auth/caller.ts';
import { documentLimits } from '../limits.ts';
import type { Documents, OperationRequest, ParsedDocument } from './documents.ts';
import { InvalidDocumentError, isIntrospection } from './documents.ts';
import type { Execute, Operation } from './execute.ts';
import { operationOf } from './execute.ts';
import { ContentTypes, formatSpanName, parseFastPathOperation, runFastPath } from './fast-path.ts';
import { formatDocumentError, formatGraphqlError } from './format-errors.ts';
import type { Result } from './request-coalescer.ts';

interface Context {
  caller: Caller;
}

/** The executor argument of Apollo Server, whose type is not exported. */
interface ExecutorRequest {
  document: Operation['document'];
  request: { variables?: Record<string, unknown>; operationName?: string };
  context: Context;
}

export interface GraphqlOptions {
  /** Includes the live subscriptions. */
  schema: GraphQLSchema;
  execute: Execute;
  documents: Documents;
  log: Log;
}

/** Runs introspection, including the subscriptions; undefined for any other operation. */
function introspect(
  schema: GraphQLSchema,
  { document, variables, operationName }: Operation,
): Result | undefined {
  const operation = operationOf(document, operationName);
  if (!operation || !isIntrospection(operation)) return undefined;
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
  if (found) nameSpan(formatSpanName(found));
  if (found?.operation === OperationTypeNode.SUBSCRIPTION) {
    const message = 'Subscriptions go over the WebSocket at /graphql.';
    return { errors: [new GraphQLError(message, { extensions: { code: 'INVALID_INPUT' } })] };
  }
  return introspect(options.schema, operation) ?? options.execute(operation);
}

/** Starts Apollo Server for the federated schema and returns the route handler. */
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
    // `Documents` has validated every document and passes it on as known; the rules apply here as well.
    introspection: true,
    validationRules: [...options.documents.rules],
    documentStore: storeOf(options.documents),
    parseOptions: { maxTokens: documentLimits.tokens },
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: true,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    formatError: (formatted, error) => formatGraphqlError(formatted, error, options.log),
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
  const types = new ContentTypes();
  return {
    stop: () => server.stop(),
    handler: (request: FastifyRequest & { caller: Caller }, reply: FastifyReply) =>
      withRequestId(request.id, () => handle({ server, types, request, reply, ...options })),
  };
}

/** Apollo Server looks documents up by a prefix and the document's hash. */
const storeOf = (documents: Documents) => ({
  get: async (key: string) => documents.findByHash(key.slice(key.lastIndexOf(':') + 1)),
  set: async () => undefined,
  delete: async () => undefined,
});

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

interface HttpOperation extends GraphqlOptions {
  server: ApolloServer<Context>;
  types: ContentTypes;
  request: FastifyRequest & { caller: Caller };
  reply: FastifyReply;
}

/** Parameters that a client may send empty or as `null`, which means absent (GraphQL over HTTP, section 5). */
const optionalParameters = ['operationName', 'variables', 'extensions'];

function searchOf({ url }: FastifyRequest): string {
  if (!url.includes('?')) return '';
  const search = new URLSearchParams(url.slice(url.indexOf('?')));
  for (const name of optionalParameters) {
    const value = search.get(name);
    if (value === '' || (value === 'null' && name !== 'operationName')) search.delete(name);
  }
  return `?${search}`;
}

/** The body without absent parameters; anything but an object is returned as it is. */
function withoutAbsent({ body }: FastifyRequest): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const isAbsent = ([name, value]: [string, unknown]) =>
    optionalParameters.includes(name) &&
    (value === null || (value === '' && name === 'operationName'));
  if (!Object.entries(body).some(isAbsent)) return body;
  return Object.fromEntries(Object.entries(body).filter((one) => !isAbsent(one)));
}

/**
 * Reads the operation from the body or the query, like Apollo Server. Returns undefined for an invalid request, which
 * Apollo Server then rejects.
 */
function readOperation(request: FastifyRequest): OperationRequest | undefined {
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

async function handle(httpOperation: HttpOperation): Promise<FastifyReply> {
  const { request, reply, documents, log, types } = httpOperation;
  request.body = withoutAbsent(request);
  const operationRequest = readOperation(request);
  let known: ParsedDocument | undefined;
  try {
    if (operationRequest)
      known = await documents.prepare(operationRequest, request.caller, request.endTurn);
  } catch (error) {
    if (!(error instanceof InvalidDocumentError)) throw error;
    const errors = error.errors.map((one) => formatDocumentError(one, log));
    reply
      .code(400)
      .header('cache-control', 'no-store')
      .type(graphqlContentType(request.headers.accept));
    return reply.send(JSON.stringify({ errors }));
  }
  const type = types.of(request.headers.accept);
  const fastPathOperation =
    known && type ? parseFastPathOperation(request, known.document) : undefined;
  if (!fastPathOperation || !type) return handleByApollo(httpOperation);
  const { status, text } = await runFastPath(httpOperation, fastPathOperation);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', type)
    .send(text);
}

/** Handles everything else through Apollo Server: GET requests, introspection, invalid requests. */
async function handleByApollo({
  server,
  types,
  request,
  reply,
}: HttpOperation): Promise<FastifyReply> {
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
  if (response.body.kind !== 'complete')
    throw new Error('an incremental response was not requested');
  return reply.send(response.body.string);
}

/** The HTTP application: authentication, limits, error responses and headers of every request. */

import type { ErrorCode } from '@nameloan/contracts/errors';
import { DomainError } from '@nameloan/contracts/errors';
import type { Log } from '@nameloan/runtime/log';
import { traceRequests } from '@nameloan/runtime/trace/trace-requests';
import { clientNetwork } from '@nameloan/security/client-network';
import { closeAsTheyFallIdle } from '@nameloan/subgraph/http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import type { ApiError } from './api-error.ts';
import {
  ApiErrorException,
  apiError,
  graphqlContentType,
  graphqlErrorBody,
  restErrorBody,
  toApiError,
} from './api-error.ts';
import type { Caller } from './auth/caller.ts';
import type { Authenticator } from './auth/sign-in.ts';
import { messages, readToken } from './auth/sign-in.ts';
import type { GatewaySettings } from './config.ts';
import type { RateLimits } from './limits.ts';
import { countRejection, measureRequests } from './metrics.ts';
import type { Pages } from './pages.ts';
import { standardBodyLimitBytes } from './request/body-limits.ts';
import { BodyMemory } from './request/body-share.ts';
import { ByteBudget } from './request/byte-budget.ts';
import { Cors, parseRequestId, securityHeaders } from './request/headers.ts';
import { limitPipelining } from './request/limit-pipelining.ts';
import type { EndTurn } from './request/network-turns.ts';
import { NetworkTurns } from './request/network-turns.ts';
import { parseJson, readBody } from './request/read-body.ts';
import { rejectUnreadable } from './request/reject-unreadable.ts';
import { trustedProxies } from './request/trusted-proxies.ts';

/** What a route requires from the application. */
export interface RouteNeeds {
  /** Whether the caller is authenticated, and whether a token is required. */
  access: 'token' | 'optional' | 'ignored';
  body?: 'json' | 'raw';
  /** Default: 100 KB. */
  bodyLimitBytes?: number;
  /** A smaller limit for anonymous callers. */
  visitorLimitBytes?: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    bodyShare: BodyMemory;
    /** Ends this request's turn among those of its network. */
    endTurn: EndTurn | undefined;
  }
  interface FastifyContextConfig {
    needs?: RouteNeeds;
    /** Requests do not count against an allowance: for probes, which cost nothing. */
    uncounted?: boolean;
    /** How often a request for a large file counts; default 1. */
    filePoints?: number;
  }
}

export interface AppOptions {
  settings: GatewaySettings;
  signIn: Authenticator;
  limits: RateLimits;
  pages: Pages;
  log: Log;
  /** Whether the gateway is draining, so that connections close after their response. */
  isDraining(): boolean;
}

const requestTimeoutMs = 60_000;
const maxBodyMemoryBytes = 64 * 1024 * 1024;

export function createApp(options: AppOptions): FastifyInstance {
  const { settings, log } = options;
  const app = fastify({
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    genReqId: (request) => parseRequestId(request.headers['x-request-id']),
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    // A request that arrives while draining still gets a response of the gateway.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: (error, socket) =>
      rejectUnreadable(error, socket, securityHeadersFor(settings)),
    // No hook runs for a path that cannot be parsed; the address is the peer's here, so visitors of a proxy share this.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeadersFor(settings));
      options.limits.countFile(request.ip).then(
        () => {
          if (requestKind(request) === 'page') options.pages.notFound(request, reply);
          else handleError(error, { request, reply, ...options });
        },
        (limit) => handleError(limit, { request, reply, ...options }),
      );
    },
  });
  closeAsTheyFallIdle(app);
  limitPipelining(app.server);
  app.decorateRequest('caller', null as unknown as Caller);
  app.decorateRequest('bodyShare', null as unknown as BodyMemory);
  app.decorateRequest('endTurn', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', parseBody);
  // Traces start here. A client's `traceparent` is ignored, because it could join unrelated traces.
  traceRequests(app, {
    service: 'gateway',
    parentOf: (request) => (isApiCall(request) ? null : undefined),
  });
  addRequestGuard(app, options);
  if (options.limits.on) addTurns(app, options.limits);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    handleError(error, { request, reply, ...options }),
  );
  app.setNotFoundHandler((request, reply) => {
    if (requestKind(request) === 'page') return options.pages.notFound(request, reply);
    return sendError(apiError('NOT_FOUND', 'There is nothing here.'), request, reply);
  });
  measureRequests(app);
  app.addHook('onSend', async (_request, reply) => {
    if (options.isDraining()) reply.header('connection', 'close');
  });
  app.addHook('onResponse', (request, reply, done) => {
    const failed = reply.statusCode >= 500;
    if (failed || log.isLevelEnabled('debug'))
      log[failed ? 'warn' : 'debug'](logFields(request, reply), 'request completed');
    done();
  });
  return app;
}

const logFields = (request: FastifyRequest, reply: FastifyReply) => ({
  requestId: request.id,
  method: request.method,
  route: request.routeOptions.url ?? 'none',
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
});

async function parseBody(
  request: FastifyRequest,
  payload: NodeJS.ReadableStream,
): Promise<unknown> {
  const needs = request.routeOptions.config.needs;
  if (!needs?.body) return undefined;
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new DomainError('UNSUPPORTED_TYPE', 'Send the body without a content-encoding.');
  const visitor = request.caller.actor.kind === 'anonymous';
  const visitorLimit = visitor ? needs.visitorLimitBytes : undefined;
  const limit = visitorLimit ?? needs.bodyLimitBytes ?? standardBodyLimitBytes;
  const stream = payload as import('node:stream').Readable;
  const bytes = await readBody(stream, limit, request.bodyShare);
  return needs.body === 'raw' ? bytes : parseJson(bytes, request.headers['content-type']);
}

const securityHeadersFor = ({ PUBLIC_URL }: GatewaySettings) =>
  securityHeaders(PUBLIC_URL?.startsWith('https:') ?? false);

/** Sets headers, authenticates the caller and applies limits, before a body is read. */
function addRequestGuard(app: FastifyInstance, { settings, signIn, limits }: AppOptions): void {
  const budget = new ByteBudget(maxBodyMemoryBytes);
  const cors = new Cors(settings.CORS_ORIGINS);
  const fixed = securityHeadersFor(settings);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(fixed);
    reply.header('x-request-id', request.id);
    if (cors.apply(request, reply)) return reply.code(204).send();
    const { needs, uncounted, filePoints } = request.routeOptions.config;
    if (!needs) {
      if (!uncounted) await limits.countFile(request.ip, filePoints);
      return;
    }
    const origin = {
      ip: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
      requestId: request.id,
    };
    const token = needs.access === 'ignored' ? undefined : readToken(request.headers);
    try {
      request.caller = await signIn.authenticate(token, origin);
    } catch (error) {
      await limits.countAddress(request.ip);
      throw error;
    }
    await limits.countRequest(request.caller.actor);
    if (needs.access === 'token' && request.caller.actor.kind === 'anonymous') {
      throw new ApiErrorException(apiError('UNAUTHENTICATED', messages.missing));
    }
    if (needs.body) {
      request.bodyShare = new BodyMemory(budget, request.caller.actor);
      reply.raw.once('close', () => request.bodyShare.release());
    }
  });
}

/** Each API call takes a turn of its network once its body is read. Repeated rejections are delayed. */
function addTurns(app: FastifyInstance, limits: RateLimits): void {
  // In load tests one network stands for many.
  const turns = new NetworkTurns(limits.on ? {} : { burst: Number.POSITIVE_INFINITY });
  app.addHook('preHandler', async (request, reply) => {
    if (!isApiCall(request)) return;
    const endTurn = await turns.take(clientNetwork(request.ip));
    request.endTurn = endTurn;
    reply.raw.once('close', endTurn);
  });
  app.addHook('onSend', async (request, reply) => {
    if (!request.endTurn) return;
    request.endTurn();
    // Rejected by a limit of a service.
    if (reply.statusCode === 429) await limits.delayRejection(request.ip);
  });
}

/** Pages and health checks are not API calls; the reads of a socket are traced one by one. */
function isApiCall({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.needs !== undefined && headers.upgrade === undefined;
}

export function requestKind(request: FastifyRequest): 'api' | 'graphql' | 'page' {
  const path = request.url.split('?', 1)[0] ?? '';
  if (path === '/api' || path.startsWith('/api/')) return 'api';
  return path === '/graphql' || path.startsWith('/graphql/') ? 'graphql' : 'page';
}

/** Sends an error in the format of the API that was called. */
export function sendError(
  given: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  countRejection(given.code);
  if (given.retryAfterSeconds) reply.header('retry-after', String(given.retryAfterSeconds));
  if (given.status === 413 || given.status === 408) reply.header('connection', 'close');
  if (given.status === 401) reply.header('www-authenticate', 'Bearer realm="nameloan"');
  const asGraphql = requestKind(request) === 'graphql';
  const body = asGraphql ? graphqlErrorBody : restErrorBody;
  return reply
    .code(given.status)
    .header('cache-control', 'no-store')
    .type(graphqlContentType(asGraphql ? request.headers.accept : undefined))
    .send(JSON.stringify(body(given, request.id)));
}

/** Errors that the framework raises before the gateway’s handlers run. */
const frameworkErrors: Record<number, [ErrorCode, string]> = {
  413: ['TOO_LARGE', 'This request is too large.'],
  414: ['NOT_FOUND', 'There is nothing here.'],
  415: ['NOT_JSON', 'The content-type of this request cannot be read.'],
};

function handleError(
  error: FastifyError,
  { request, reply, pages, log }: AppOptions & { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  if (error instanceof ApiErrorException) return sendError(error.apiError, request, reply);
  const mapped = toApiError(error);
  if (mapped.code !== 'INTERNAL') return sendError(mapped, request, reply);
  const status = error.statusCode ?? 500;
  if (status < 500) {
    const [code, sentence] = frameworkErrors[status] ?? [
      'INVALID_INPUT',
      'This request cannot be read.',
    ];
    return sendError(apiError(code, sentence), request, reply);
  }
  log.error({ err: error, requestId: request.id }, 'request failed');
  if (requestKind(request) === 'page') return pages.failure(request, reply);
  return sendError(mapped, request, reply);
}

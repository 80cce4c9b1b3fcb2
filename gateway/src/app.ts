/** The public door: what happens to every request before and after its handler. */

import type { ErrorCode } from '@nameloan/contracts/errors.ts';
import { closeAsTheyFallIdle } from '@nameloan/service/http.ts';
import type { Log } from '@nameloan/service/log.ts';
import { traceRequests } from '@nameloan/service/trace-requests.ts';
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
import { BodyMemory } from './request/body-share.ts';
import { ByteBudget } from './request/byte-budget.ts';
import { Cors, parseRequestId, securityHeaders } from './request/headers.ts';
import { limitPipelining } from './request/limit-pipelining.ts';
import { parseJson, readBody } from './request/read-body.ts';
import { standardBodyLimitBytes } from './rest/routes.ts';

/** What a route needs of the door. */
export interface RouteNeeds {
  /** Whether it is asked who calls, and whether a token is a must. */
  access: 'token' | 'optional' | 'ignored';
  body?: 'json' | 'raw';
  /** 100 KB unless named. */
  bodyLimitBytes?: number;
  /** Less for who is not signed in. */
  visitorLimitBytes?: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    bodyShare: BodyMemory;
  }
  interface FastifyContextConfig {
    needs?: RouteNeeds;
  }
}

export interface AppOptions {
  settings: GatewaySettings;
  signIn: Authenticator;
  limits: RateLimits;
  pages: Pages;
  log: Log;
  /** Whether the gateway is leaving: connections are not kept for more. */
  isDraining(): boolean;
}

const requestTimeoutMs = 60_000;
const maxBodyMemoryBytes = 64 * 1024 * 1024;

/** Proxies as fastify wants them; absent: the peer's own address counts. */
function trustedProxies(text: string | undefined): false | string[] {
  const list = (text ?? '').split(',').map((one) => one.trim());
  const named = list.filter((one) => one !== '');
  return named.length > 0 ? named : false;
}

export function createApp(options: AppOptions): FastifyInstance {
  const { settings, log } = options;
  const app = fastify({
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    genReqId: (request) => parseRequestId(request.headers['x-request-id']),
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    // A call that comes while we leave is still answered in our own words.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // A path that cannot be read: no hook has seen it.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeadersFor(settings));
      if (requestKind(request) === 'page') options.pages.notFound(reply);
      else handleError(error, { request, reply, ...options });
    },
  });
  closeAsTheyFallIdle(app);
  limitPipelining(app.server);
  app.decorateRequest('caller', null as unknown as Caller);
  app.decorateRequest('bodyShare', null as unknown as BodyMemory);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', parseBody);
  // A trace begins here. A stranger's `traceparent` is not believed: it could join our traces to any other.
  traceRequests(app, {
    service: 'gateway',
    parentOf: (request) => (isApiCall(request) ? null : undefined),
  });
  addRequestGuard(app, options);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    handleError(error, { request, reply, ...options }),
  );
  app.setNotFoundHandler((request, reply) => {
    if (requestKind(request) === 'page') return options.pages.notFound(reply);
    return sendError(apiError('NOT_FOUND', 'There is nothing here.'), request, reply);
  });
  measureRequests(app);
  app.addHook('onSend', async (_request, reply) => {
    if (options.isDraining()) reply.header('connection', 'close');
  });
  app.addHook('onResponse', (request, reply, done) => {
    const failed = reply.statusCode >= 500;
    if (failed || log.isLevelEnabled('debug'))
      log[failed ? 'warn' : 'debug'](logFields(request, reply), 'answered');
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
  const visitor = request.caller.actor.kind === 'anonymous';
  const own = visitor ? needs.visitorLimitBytes : undefined;
  const limit = own ?? needs.bodyLimitBytes ?? standardBodyLimitBytes;
  const stream = payload as import('node:stream').Readable;
  const bytes = await readBody(stream, limit, request.bodyShare);
  return needs.body === 'raw' ? bytes : parseJson(bytes, request.headers['content-type']);
}

const securityHeadersFor = ({ PUBLIC_URL }: GatewaySettings) =>
  securityHeaders(PUBLIC_URL?.startsWith('https:') ?? false);

/** Headers, who is calling, and how much they may: before a body is read. */
function addRequestGuard(app: FastifyInstance, { settings, signIn, limits }: AppOptions): void {
  const budget = new ByteBudget(maxBodyMemoryBytes);
  const cors = new Cors(settings.CORS_ORIGINS);
  const fixed = securityHeadersFor(settings);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(fixed);
    reply.header('x-request-id', request.id);
    if (cors.apply(request, reply)) return reply.code(204).send();
    const needs = request.routeOptions.config.needs;
    if (!needs) return;
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

/** Pages and health are no calls, and a socket lasts: its reads are traced one by one. */
function isApiCall({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.needs !== undefined && headers.upgrade === undefined;
}

export function requestKind(request: FastifyRequest): 'api' | 'graphql' | 'page' {
  const path = request.url.split('?', 1)[0] ?? '';
  if (path === '/api' || path.startsWith('/api/')) return 'api';
  return path === '/graphql' || path.startsWith('/graphql/') ? 'graphql' : 'page';
}

/** Sends a refusal in the shape of the place where it happened. */
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

/** What the framework refuses by itself, before our own reading. */
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
  const own = toApiError(error);
  if (own.code !== 'INTERNAL') return sendError(own, request, reply);
  const status = error.statusCode ?? 500;
  if (status < 500) {
    const [code, sentence] = frameworkErrors[status] ?? [
      'INVALID_INPUT',
      'This request cannot be read.',
    ];
    return sendError(apiError(code, sentence), request, reply);
  }
  log.error({ err: error, requestId: request.id }, 'a request failed');
  if (requestKind(request) === 'page') return pages.failure(reply);
  return sendError(own, request, reply);
}

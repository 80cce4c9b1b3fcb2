/** The public door: what happens to every request before and after its handler. */

import type { ErrorCode } from '@nameloan/contracts/errors.ts';
import { closeAsTheyFallIdle } from '@nameloan/service/http.ts';
import type { Log } from '@nameloan/service/log.ts';
import { traceRequests } from '@nameloan/service/trace-requests.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import type { Refusal } from './api-error.ts';
import { graphqlBody, graphqlType, Refused, refusal, refusalOf, restBody } from './api-error.ts';
import type { Caller } from './auth/caller.ts';
import type { SignIn } from './auth/sign-in.ts';
import { sentences, tokenOf } from './auth/sign-in.ts';
import type { GatewaySettings } from './config.ts';
import type { RateLimits } from './limits.ts';
import { countRefusal, measureRequests } from './metrics.ts';
import type { Pages } from './pages.ts';
import { BodyShare } from './request/body-share.ts';
import { ByteBudget } from './request/byte-budget.ts';
import { Cors, requestIdOf, securityHeaders } from './request/headers.ts';
import { endPipelines } from './request/limit-pipelining.ts';
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
    bodyShare: BodyShare;
  }
  interface FastifyContextConfig {
    needs?: RouteNeeds;
  }
}

export interface DoorOptions {
  settings: GatewaySettings;
  signIn: SignIn;
  limits: RateLimits;
  pages: Pages;
  log: Log;
  /** Whether the gateway is leaving: connections are not kept for more. */
  leaving(): boolean;
}

const requestTimeoutMs = 60_000;
const largeBodiesBytes = 64 * 1024 * 1024;

/** Proxies as fastify wants them; absent: the peer's own address counts. */
function trustedProxies(text: string | undefined): false | string[] {
  const list = (text ?? '').split(',').map((one) => one.trim());
  const named = list.filter((one) => one !== '');
  return named.length > 0 ? named : false;
}

export function createApp(options: DoorOptions): FastifyInstance {
  const { settings, log } = options;
  const app = fastify({
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    // A call that comes while we leave is still answered in our own words.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // A path that cannot be read: no hook has seen it.
    frameworkErrors: (error, request, reply) => {
      reply.headers(fixedHeaders(settings));
      if (kindOf(request) === 'page') options.pages.notFound(reply);
      else fail(error, { request, reply, ...options });
    },
  });
  closeAsTheyFallIdle(app);
  endPipelines(app.server);
  app.decorateRequest('caller', null as unknown as Caller);
  app.decorateRequest('bodyShare', null as unknown as BodyShare);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', parseBody);
  // A trace begins here. A stranger's `traceparent` is not believed: it could join our traces to any other.
  traceRequests(app, {
    part: 'gateway',
    parentOf: (request) => (isCall(request) ? null : undefined),
  });
  guard(app, options);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    fail(error, { request, reply, ...options }),
  );
  app.setNotFoundHandler((request, reply) => {
    if (kindOf(request) === 'page') return options.pages.notFound(reply);
    return refuse(refusal('NOT_FOUND', 'There is nothing here.'), request, reply);
  });
  measureRequests(app);
  app.addHook('onSend', async (_request, reply) => {
    if (options.leaving()) reply.header('connection', 'close');
  });
  app.addHook('onResponse', (request, reply, done) => {
    const failed = reply.statusCode >= 500;
    if (failed || log.isLevelEnabled('debug'))
      log[failed ? 'warn' : 'debug'](lineOf(request, reply), 'answered');
    done();
  });
  return app;
}

const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
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

const fixedHeaders = ({ PUBLIC_URL }: GatewaySettings) =>
  securityHeaders(PUBLIC_URL?.startsWith('https:') ?? false);

/** Headers, who is calling, and how much they may: before a body is read. */
function guard(app: FastifyInstance, { settings, signIn, limits }: DoorOptions): void {
  const budget = new ByteBudget(largeBodiesBytes);
  const cors = new Cors(settings.CORS_ORIGINS);
  const fixed = fixedHeaders(settings);
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
    const token = needs.access === 'ignored' ? undefined : tokenOf(request.headers);
    try {
      request.caller = await signIn.identify(token, origin);
    } catch (error) {
      await limits.countAddress(request.ip);
      throw error;
    }
    await limits.count(request.caller.actor);
    if (needs.access === 'token' && request.caller.actor.kind === 'anonymous') {
      throw new Refused(refusal('UNAUTHENTICATED', sentences.missing));
    }
    if (needs.body) {
      request.bodyShare = new BodyShare(budget, request.caller.actor);
      reply.raw.once('close', () => request.bodyShare.giveBack());
    }
  });
}

/** Pages and health are no calls, and a socket lasts: its reads are traced one by one. */
function isCall({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.needs !== undefined && headers.upgrade === undefined;
}

export function kindOf(request: FastifyRequest): 'api' | 'graphql' | 'page' {
  const path = request.url.split('?', 1)[0] ?? '';
  if (path === '/api' || path.startsWith('/api/')) return 'api';
  return path === '/graphql' || path.startsWith('/graphql/') ? 'graphql' : 'page';
}

/** Sends a refusal in the shape of the place where it happened. */
export function refuse(given: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  countRefusal(given.code);
  if (given.retryAfterSeconds) reply.header('retry-after', String(given.retryAfterSeconds));
  if (given.status === 413 || given.status === 408) reply.header('connection', 'close');
  if (given.status === 401) reply.header('www-authenticate', 'Bearer realm="nameloan"');
  const asGraphql = kindOf(request) === 'graphql';
  const body = asGraphql ? graphqlBody : restBody;
  return reply
    .code(given.status)
    .header('cache-control', 'no-store')
    .type(graphqlType(asGraphql ? request.headers.accept : undefined))
    .send(JSON.stringify(body(given, request.id)));
}

/** What the framework refuses by itself, before our own reading. */
const unreadable: Record<number, [ErrorCode, string]> = {
  413: ['TOO_LARGE', 'This request is too large.'],
  414: ['NOT_FOUND', 'There is nothing here.'],
  415: ['NOT_JSON', 'The content-type of this request cannot be read.'],
};

function fail(
  error: FastifyError,
  { request, reply, pages, log }: DoorOptions & { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  if (error instanceof Refused) return refuse(error.refusal, request, reply);
  const own = refusalOf(error);
  if (own.code !== 'INTERNAL') return refuse(own, request, reply);
  const status = error.statusCode ?? 500;
  if (status < 500) {
    const [code, sentence] = unreadable[status] ?? [
      'INVALID_INPUT',
      'This request cannot be read.',
    ];
    return refuse(refusal(code, sentence), request, reply);
  }
  log.error({ err: error, requestId: request.id }, 'a request failed');
  if (kindOf(request) === 'page') return pages.failure(reply);
  return refuse(own, request, reply);
}

/** A standalone server for the web app and its pages, for deployments whose ingress routes /api and /graphql to the gateway. */

import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { DomainError } from '@nameloan/contracts/errors';
import { serviceNames } from '@nameloan/contracts/platform';
import { createLog } from '@nameloan/runtime/log';
import { SettingsError } from '@nameloan/runtime/settings';
import { atMost } from '@nameloan/subgraph/drain';
import { closeAsTheyFallIdle } from '@nameloan/subgraph/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { apiError, graphqlErrorBody, restErrorBody } from '../api-error.ts';
import { FileLimits } from '../client-limiter.ts';
import { sendText } from '../pages/page.ts';
import { Pages } from '../pages.ts';
import { publicAddress } from '../public-address.ts';
import { parseRequestId, securityHeaders } from '../request/headers.ts';
import { trustedProxies } from '../request/trusted-proxies.ts';
import { BuiltApp } from './built-app.ts';
import type { WebSettings } from './config.ts';
import { serveWeb } from './serve-web.ts';

export interface RunningWeb {
  /** The URL it listens on. */
  url: string;
  /** Reports not ready, while everything still works. */
  leave(): void;
  /** Finishes requests in flight, then stops. */
  stop(): Promise<void>;
}

const requestTimeoutMs = 30_000;
/** The same as the gateway's. Limits how long slow clients can delay a stop. */
const drainMs = 15_000;
/** API requests that were routed here by mistake must not get the page as a response. */
const gatewayPaths = /^\/(api|graphql)(\/|\?|$)/;

/** Throws SettingsError if WEB_DIR has no built app. */
export async function startWeb(settings: WebSettings): Promise<RunningWeb> {
  const address = publicAddress(settings);
  const web = await openBuiltApp(settings.WEB_DIR, address);
  const log = createLog('web', settings.LOG_LEVEL);
  const pages = createPages(settings, address);
  const limits = new FileLimits({
    on: settings.RATE_LIMITS === 'on',
    addressPerMinute: settings.RATE_LIMIT_ADDRESS_PER_MINUTE,
  });
  let leaving = false;
  const app = fastify({
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    genReqId: (request) => parseRequestId(request.headers['x-request-id']),
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // The address is the peer's here, so visitors of a proxy share the allowance of malformed paths.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers);
      limits.count(request.ip).then(
        () => pages.notFound(request, reply),
        (limit) => sendTooMany(limit, request, reply),
      );
    },
  });
  closeAsTheyFallIdle(app);
  const headers = securityHeaders(settings.PUBLIC_URL?.startsWith('https:') ?? false);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    if (!request.routeOptions.config.uncounted) await limits.count(request.ip);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (leaving) reply.header('connection', 'close');
  });
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof DomainError) return sendTooMany(error, request, reply);
    log.error({ err: error, requestId: request.id }, 'request failed');
    return pages.failure(request, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? pages.notFound(request, reply) : sendApiError(notForApp, request, reply),
  );
  const probe = { config: { uncounted: true } };
  app.get('/healthz', probe, async () => ({ ok: true }));
  app.get('/readyz', probe, async (_request, reply) =>
    reply.code(leaving ? 503 : 200).send({ ok: !leaving }),
  );
  pages.addTo(app);
  await serveWeb(app, { web, isPage });
  await app.listen({ port: settings.PORT, host: settings.HOST });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://${settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST}:${port}`;
  log.info({ url }, 'web is ready');
  return {
    url,
    leave: () => {
      leaving = true;
    },
    stop: async () => {
      leaving = true;
      await atMost(drainMs, [app.close()]);
      log.info('web has stopped');
    },
  };
}

const notForApp = new DomainError(
  'NOT_FOUND',
  'This path belongs to the gateway, not the web app.',
);

/** In the shape of all errors of the API, because the caller is a client of it. */
function sendApiError(
  error: DomainError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const details = apiError(error.code, error.message);
  const body = request.url.startsWith('/graphql') ? graphqlErrorBody : restErrorBody;
  return reply
    .code(details.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body(details, request.id)));
}

/** The only error with a code here is that of a limit. */
function sendTooMany(
  error: DomainError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { retryAfterSeconds = 1 } = error.details;
  reply.header('retry-after', String(retryAfterSeconds));
  return isPage(request)
    ? sendText(reply, 429, error.message)
    : sendApiError(error, request, reply);
}

const isPage = ({ url }: FastifyRequest) => !gatewayPaths.test(url);

function createPages({ SANDBOX_PUBLIC_URL }: WebSettings, address: string): Pages {
  const components = [...serviceNames, 'gateway', 'web'].map((name) => ({
    name,
    detail: 'separate process',
  }));
  return new Pages({ components, sandboxUrl: SANDBOX_PUBLIC_URL }, address);
}

async function openBuiltApp(folder: string, address: string): Promise<BuiltApp> {
  try {
    return await BuiltApp.open(resolve(folder), address);
  } catch (error) {
    throw new SettingsError([`WEB_DIR has no built web app: ${(error as Error).message}.`]);
  }
}

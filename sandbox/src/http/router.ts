/** The sandbox's HTTP server: a table of routes on fastify with a uniform response format. */

import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import type { NetworkAccess } from '../sandbox-context.ts';
import { ControlError, invalid, notFound, toControlError } from './control-error.ts';
import { rejectForeignRequests } from './reject-foreign-requests.ts';

export interface Call {
  readonly method: string;
  readonly url: URL;
  /** The decoded `:name` segments of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** The body's bytes, at most a megabyte (413 beyond). */
  readonly body: Buffer;
}

export interface HttpResponse {
  readonly status: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** True: the connection is closed without a response. */
  readonly hangUp?: boolean;
}

export interface Route {
  readonly method: string;
  /** As in `/registry/domains/:name/approve`. */
  readonly path: string;
  run(call: Call): HttpResponse | Promise<HttpResponse>;
  /** Formats an error, for providers with their own error format. */
  formatError?(error: ControlError): HttpResponse;
}

export interface HttpListener {
  readonly port: number;
  close(): Promise<void>;
}

const maxBodyBytes = 1024 * 1024;
const maxParameterLength = 1000;
const requestMs = 30_000;
const closeGraceMs = 1000;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const emptyBody = Buffer.alloc(0);

export async function listenHttp(
  routes: readonly Route[],
  { port, host, names }: { port: number } & Pick<NetworkAccess, 'host' | 'names'>,
): Promise<HttpListener> {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    requestTimeout: requestMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: maxParameterLength,
    },
    frameworkErrors: (_error, _request, reply) => {
      void send(reply, toErrorResponse(invalid('The path of this request is invalid.')));
    },
  });
  // Bodies stay bytes; each route parses its own.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async ({ headers }) => rejectForeignRequests(headers, names));
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    send(reply, toErrorResponse(fromFastifyError(error))),
  );
  app.setNotFoundHandler((_request, reply) =>
    send(reply, toErrorResponse(notFound('The sandbox has no such path.'))),
  );
  for (const route of routes) addRoute(app, route);
  rejectOtherMethods(app, routes);
  await app.listen({ port, host });
  return { port: (app.server.address() as AddressInfo).port, close: () => close(app) };
}

export function json(body: unknown, status = 200): HttpResponse {
  return { status, body: JSON.stringify(body) };
}

/** The sandbox's own error format. */
function toErrorResponse(error: ControlError): HttpResponse {
  return json({ message: error.message, code: error.code, ...error.details }, error.status);
}

function addRoute(app: FastifyInstance, route: Route): void {
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => send(reply, await route.run(toCall(request))),
    errorHandler: (error, _request, reply) =>
      send(reply, (route.formatError ?? toErrorResponse)(fromFastifyError(error))),
  });
}

/** Answers other methods on a known path with 405 and the allowed methods. */
function rejectOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  for (const [path, own] of Map.groupBy(routes, (route) => route.path)) {
    const known = own.map((route) => route.method);
    const others = methods.filter(
      (method) => !known.includes(method) && !(method === 'HEAD' && known.includes('GET')),
    );
    app.route({
      method: others,
      url: path,
      handler: () => {
        throw new ControlError(405, 'METHOD_NOT_ALLOWED', `This path takes ${known.join(', ')}.`);
      },
    });
  }
}

function toCall(request: FastifyRequest): Call {
  return {
    method: request.method,
    // Two leading slashes would be parsed as a host name.
    url: new URL(request.url.replace(/^\/+/, '/'), 'http://localhost'),
    params: request.params as Record<string, string>,
    headers: request.headers,
    body: (request.body as Buffer | undefined) ?? emptyBody,
  };
}

/** Converts Fastify's own errors. */
function fromFastifyError(error: FastifyError | Error): ControlError {
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413)
    return new ControlError(413, 'TOO_LARGE', 'The body is over one megabyte.');
  if (statusCode === 415)
    return new ControlError(415, 'NOT_JSON', 'The content type of this body is not supported.');
  if (statusCode !== undefined && statusCode < 500) return invalid('This request is invalid.');
  return toControlError(error);
}

function send(
  reply: FastifyReply,
  { status, type, headers, body, hangUp }: HttpResponse,
): FastifyReply {
  if (hangUp) {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  return reply
    .code(status)
    .headers({
      'content-type': type ?? 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...headers,
    })
    .send(body);
}

/** Lets requests in progress finish for a grace period, then closes their connections. */
async function close(app: FastifyInstance): Promise<void> {
  const last = setTimeout(() => app.server.closeAllConnections(), closeGraceMs);
  await app.close();
  clearTimeout(last);
}

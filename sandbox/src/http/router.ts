/** The sandbox's HTTP door: a table of routes on fastify, all answering in one shape. */

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
  /** The path's `:name` parts, decoded. */
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
  /** True: the connection is cut instead of an answer. */
  readonly hangUp?: boolean;
}

export interface Route {
  readonly method: string;
  /** As in `/registry/domains/:name/approve`. */
  readonly path: string;
  run(call: Call): HttpResponse | Promise<HttpResponse>;
  /** How this route tells an error, where a provider has a shape of its own. */
  failure?(error: ControlError): HttpResponse;
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
const nothing = Buffer.alloc(0);

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
      void send(reply, failure(invalid('The path of this call cannot be read.')));
    },
  });
  // A body is bytes here; each route says how it reads them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async ({ headers }) => rejectForeignRequests(headers, names));
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    send(reply, failure(fromFastifyError(error))),
  );
  app.setNotFoundHandler((_request, reply) =>
    send(reply, failure(notFound('The sandbox has no such path.'))),
  );
  for (const route of routes) addRoute(app, route);
  rejectOtherMethods(app, routes);
  await app.listen({ port, host });
  return { port: (app.server.address() as AddressInfo).port, close: () => close(app) };
}

export function json(body: unknown, status = 200): HttpResponse {
  return { status, body: JSON.stringify(body) };
}

/** The sandbox's own shape of an error. */
export function failure(error: ControlError): HttpResponse {
  return json({ message: error.message, code: error.code, ...error.facts }, error.status);
}

function addRoute(app: FastifyInstance, route: Route): void {
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => send(reply, await route.run(toCall(request))),
    errorHandler: (error, _request, reply) =>
      send(reply, (route.failure ?? failure)(fromFastifyError(error))),
  });
}

/** A path that is known answers other methods with the list of its own. */
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
    // Two slashes would begin another host's name.
    url: new URL(request.url.replace(/^\/+/, '/'), 'http://localhost'),
    params: request.params as Record<string, string>,
    headers: request.headers,
    body: (request.body as Buffer | undefined) ?? nothing,
  };
}

/** Fastify's own refusals, as the sandbox tells them. */
function fromFastifyError(error: FastifyError | Error): ControlError {
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413)
    return new ControlError(413, 'TOO_LARGE', 'The body is over one megabyte.');
  if (statusCode === 415)
    return new ControlError(415, 'NOT_JSON', 'The content type of this body cannot be read.');
  if (statusCode !== undefined && statusCode < 500) return invalid('This call cannot be read.');
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

/** What is being answered may end; a connection that does not is cut. */
async function close(app: FastifyInstance): Promise<void> {
  const last = setTimeout(() => app.server.closeAllConnections(), closeGraceMs);
  await app.close();
  clearTimeout(last);
}

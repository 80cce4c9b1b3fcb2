/** Registers every public route: REST, GraphQL over HTTP and WebSocket, streams, pages. */

import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { apiError } from './api-error.ts';
import type { RouteNeeds } from './app.ts';
import { requestKind, sendError } from './app.ts';
import type { Graph } from './graph.ts';
import type { Live } from './live/live.ts';
import { sendPage } from './pages/page.ts';
import { sendCompressed } from './pages/send-compressed.ts';
import type { Pages } from './pages.ts';
import { kilobyte, memberBodyLimitBytes, standardBodyLimitBytes } from './request/body-limits.ts';
import type { StreamRoute } from './rest/declarations.ts';
import { streams as streamRoutes } from './rest/declarations.ts';
import type { RestRoute } from './rest/rest-directive.ts';
import type { StreamProxy } from './stream-proxy.ts';
import type { BuiltApp } from './web/built-app.ts';
import { serveWeb } from './web/serve-web.ts';

export interface RouteOptions {
  /** The current graph, which may be replaced while requests are running. */
  graph(): Graph;
  live: Live;
  streams: StreamProxy;
  pages: Pages;
  /** Absent if only the APIs are served. */
  web: BuiltApp | undefined;
}

const allMethods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const urlOf = (path: string) => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;

function accessOf(row: RestRoute): RouteNeeds['access'] {
  if (row.ignoresToken) return 'ignored';
  return row.public ? 'optional' : 'token';
}

function streamAccessOf(row: StreamRoute): RouteNeeds['access'] {
  if (row.signedIn) return 'token';
  return row.ignoresToken ? 'ignored' : 'optional';
}

export async function addRoutes(app: FastifyInstance, options: RouteOptions): Promise<void> {
  addRest(app, options);
  addGraphql(app, options);
  addPages(app, options);
  const { web, pages } = options;
  if (web) await serveWeb(app, { web, isPage: (request) => requestKind(request) === 'page' });
  else app.get('/', pages.developers);
}

function addRest(app: FastifyInstance, options: RouteOptions): void {
  const { graph, streams } = options;
  const methods = new Map<string, string[]>();
  const addMethod = (method: string, url: string) =>
    methods.set(url, [...(methods.get(url) ?? []), method]);
  for (const [at, { row }] of graph().calls.entries()) {
    const url = urlOf(row.path);
    const needs: RouteNeeds = { access: accessOf(row) };
    if (row.method !== 'GET') needs.body = 'json';
    if (row.bodyLimitKilobytes) needs.bodyLimitBytes = row.bodyLimitKilobytes * kilobyte;
    addMethod(row.method, url);
    app.route({
      method: row.method,
      url,
      config: { needs },
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        graph().handlers[at]?.(request, reply),
    });
  }
  for (const row of streamRoutes) {
    const url = urlOf(row.path);
    const bodyLimitBytes = (row.bodyLimitKilobytes ?? 0) * kilobyte;
    const needs: RouteNeeds = { access: streamAccessOf(row), bodyLimitBytes };
    if (row.method === 'POST') needs.body = 'raw';
    addMethod(row.method, url);
    app.route({ method: row.method, url, config: { needs }, handler: streams.handlerOf(row) });
  }
  for (const [url, known] of methods) addMethodNotAllowed(app, url, known);
}

/** Responds 405 with the allowed methods to any other method of a known path. */
function addMethodNotAllowed(app: FastifyInstance, url: string, known: string[]): void {
  const allow = [...known, ...(known.includes('GET') ? ['HEAD'] : [])].join(', ');
  const others = allMethods.filter((method) => !known.includes(method));
  app.route({
    method: others,
    url,
    handler: async (request, reply) => {
      reply.header('allow', allow);
      const sentence = `This path accepts ${allow}.`;
      return sendError({ ...apiError('INVALID_INPUT', sentence), status: 405 }, request, reply);
    },
  });
}

function addGraphql(app: FastifyInstance, { graph, live, pages }: RouteOptions): void {
  const run = (request: FastifyRequest, reply: FastifyReply) =>
    graph().graphql.handler(request, reply);
  const needs: RouteNeeds = {
    access: 'optional',
    body: 'json',
    // Pictures may be uploaded through GraphQL.
    bodyLimitBytes: memberBodyLimitBytes,
    visitorLimitBytes: standardBodyLimitBytes,
  };
  app.route({ method: 'POST', url: '/graphql', config: { needs }, handler: run });
  app.route({
    method: 'GET',
    url: '/graphql',
    config: { needs },
    wsHandler: live.handler,
    handler: (request: FastifyRequest, reply: FastifyReply) =>
      isBrowserNavigation(request) ? pages.graphql(request, reply) : run(request, reply),
  });
  addMethodNotAllowed(app, '/graphql', ['GET', 'POST']);
}

/** Whether a browser opened the address instead of a client sending an operation. */
function isBrowserNavigation(request: FastifyRequest): boolean {
  const wantsPage = (request.headers.accept ?? '').includes('text/html');
  return wantsPage && !(request.query as Record<string, unknown>).query;
}

const descriptionPoints = 32;

function addPages(app: FastifyInstance, { graph, pages }: RouteOptions): void {
  // Without compression it is as large as all files of the app's first page together.
  const description = { config: { filePoints: descriptionPoints } };
  app.get('/api/openapi.json', description, (request, reply) => {
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8');
    return sendCompressed(request, reply, graph().api.json);
  });
  app.get('/api/docs', (request, reply) => sendPage(request, reply, graph().api.page));
  pages.addTo(app);
}

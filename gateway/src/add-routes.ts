/** Lays every path of the public door: REST, GraphQL and its socket, streams, pages. */

import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { apiError } from './api-error.ts';
import type { RouteNeeds } from './app.ts';
import { requestKind, sendError } from './app.ts';
import type { Graph } from './graph.ts';
import type { Live } from './live/live.ts';
import { sendPage } from './pages/page.ts';
import type { Pages } from './pages.ts';
import type { CallRow } from './rest/routes.ts';
import { profileLimitBytes, standardBodyLimitBytes } from './rest/routes.ts';
import { streamRows } from './rest/stream-routes.ts';
import type { Streams } from './stream-proxy.ts';
import type { BuiltApp } from './web/built-app.ts';
import { addWeb } from './web/serve-web.ts';

export interface RouteParts {
  /** What is served now; another one takes its place while requests are under way. */
  graph(): Graph;
  live: Live;
  streams: Streams;
  pages: Pages;
  /** Absent: programs only. */
  web: BuiltApp | undefined;
}

const allMethods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const urlOf = (path: string) => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;

function accessOf(row: CallRow): RouteNeeds['access'] {
  if (row.ignoresToken) return 'ignored';
  return row.public ? 'optional' : 'token';
}

export async function addRoutes(app: FastifyInstance, parts: RouteParts): Promise<void> {
  addRest(app, parts);
  addGraphql(app, parts);
  addPages(app, parts);
  const { web, pages } = parts;
  if (web) await addWeb(app, { web, isPage: (request) => requestKind(request) === 'page' });
  else app.get('/', (_request, reply) => pages.developers(reply));
}

function addRest(app: FastifyInstance, parts: RouteParts): void {
  const { graph, streams } = parts;
  const methods = new Map<string, string[]>();
  const note = (method: string, url: string) =>
    methods.set(url, [...(methods.get(url) ?? []), method]);
  for (const [at, { row }] of graph().calls.entries()) {
    const url = urlOf(row.path);
    const needs: RouteNeeds = { access: accessOf(row) };
    if (row.method !== 'GET') needs.body = 'json';
    if (row.bodyLimitBytes) needs.bodyLimitBytes = row.bodyLimitBytes;
    note(row.method, url);
    app.route({
      method: row.method,
      url,
      config: { needs },
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        graph().handlers[at]?.(request, reply),
    });
  }
  for (const row of streamRows) {
    const url = urlOf(row.path);
    const open = row.path.startsWith('/webhooks/') ? 'ignored' : 'optional';
    const access = row.signedIn ? 'token' : open;
    const needs: RouteNeeds = { access, bodyLimitBytes: row.bodyLimitBytes };
    if (row.method === 'POST') needs.body = 'raw';
    note(row.method, url);
    app.route({ method: row.method, url, config: { needs }, handler: streams.handlerOf(row) });
  }
  for (const [url, known] of methods) refuseOthers(app, url, known);
}

/** A path that is there, asked with a method that is not: 405 and what there is. */
function refuseOthers(app: FastifyInstance, url: string, known: string[]): void {
  const allow = [...known, ...(known.includes('GET') ? ['HEAD'] : [])].join(', ');
  const others = allMethods.filter((method) => !known.includes(method));
  app.route({
    method: others,
    url,
    handler: async (request, reply) => {
      reply.header('allow', allow);
      const sentence = `This path takes ${allow}.`;
      return sendError({ ...apiError('INVALID_INPUT', sentence), status: 405 }, request, reply);
    },
  });
}

function addGraphql(app: FastifyInstance, { graph, live, pages }: RouteParts): void {
  const run = (request: FastifyRequest, reply: FastifyReply) =>
    graph().graphql.handler(request, reply);
  const needs: RouteNeeds = {
    access: 'optional',
    body: 'json',
    // A picture comes this way too.
    bodyLimitBytes: profileLimitBytes,
    visitorLimitBytes: standardBodyLimitBytes,
  };
  app.route({ method: 'POST', url: '/graphql', config: { needs }, handler: run });
  app.route({
    method: 'GET',
    url: '/graphql',
    config: { needs },
    wsHandler: live.handler,
    handler: (request: FastifyRequest, reply: FastifyReply) =>
      isVisit(request) ? pages.graphql(reply) : run(request, reply),
  });
  refuseOthers(app, '/graphql', ['GET', 'POST']);
}

/** Someone followed a link instead of sending an operation. */
function isVisit(request: FastifyRequest): boolean {
  const wantsPage = (request.headers.accept ?? '').includes('text/html');
  return wantsPage && !(request.query as Record<string, unknown>).query;
}

function addPages(app: FastifyInstance, { graph, pages }: RouteParts): void {
  app.get('/api/openapi.json', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(graph().api.json),
  );
  app.get('/api/docs', (_request, reply) => sendPage(reply, 200, graph().api.page));
  pages.addTo(app);
}

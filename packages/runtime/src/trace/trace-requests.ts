/** A span around every request of an HTTP server, from its first header to the last byte of the response. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, recordResponseStatus, traced } from './trace.ts';

export interface RequestTracing {
  service: string;
  /** `traceparent` of the parent span; null starts a trace; undefined: the request gets no span. */
  parentOf(request: FastifyRequest): string | null | undefined;
}

/** Spans are named by method and route template, since a path may contain ids or tokens. Call it before adding other hooks. */
export function traceRequests(app: FastifyInstance, { service, parentOf }: RequestTracing): void {
  app.addHook('onRequest', (request, reply, done) => {
    const parent = isTracing() ? parentOf(request) : undefined;
    if (parent === undefined) return done();
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const attributes = { 'http.request.method': method, 'http.route': route };
    void traced(`${method} ${route}`, { kind: 'server', service, parent, attributes }, async () => {
      const ended = new Promise<void>((resolve) => reply.raw.once('close', resolve));
      // The rest of the request runs inside the span.
      done();
      await ended;
      recordResponseStatus(reply.statusCode);
    });
  });
}

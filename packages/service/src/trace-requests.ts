/** A span around every request of an HTTP door, from its first header to the last byte of the answer. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, recordResponseStatus, traced } from './trace.ts';

export interface RequestTracing {
  service: string;
  /** `traceparent` that the span goes on from; null: it begins a trace; undefined: this request gets no span. */
  parentOf(request: FastifyRequest): string | null | undefined;
}

/** Named by method and route template: a path itself may carry ids or tokens. Add it before other hooks. */
export function traceRequests(app: FastifyInstance, { service, parentOf }: RequestTracing): void {
  app.addHook('onRequest', (request, reply, done) => {
    const parent = isTracing() ? parentOf(request) : undefined;
    if (parent === undefined) return done();
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const attributes = { 'http.request.method': method, 'http.route': route };
    void traced(`${method} ${route}`, { kind: 'server', service, parent, attributes }, async () => {
      const ended = new Promise<void>((resolve) => reply.raw.once('close', resolve));
      // What follows of the request runs inside the span.
      done();
      await ended;
      recordResponseStatus(reply.statusCode);
    });
  });
}

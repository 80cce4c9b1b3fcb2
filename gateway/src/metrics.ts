/** Metrics of the gateway: durations, statuses and error codes of requests. */

import type { ErrorCode } from '@nameloan/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram } from 'prom-client';

const requests = new Counter({
  name: 'nameloan_requests_total',
  help: 'Completed requests, by route and status.',
  labelNames: ['method', 'route', 'status'],
});
const duration = new Histogram({
  name: 'nameloan_request_seconds',
  help: 'Time from the request headers to the end of the response, by route.',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});
const rejections = new Counter({
  name: 'nameloan_rejections_total',
  help: 'Error responses by code, over REST, GraphQL and sockets; includes GraphQL errors in a response of status 200.',
  labelNames: ['code'],
});

const fallbackOperations = new Counter({
  name: 'nameloan_fallback_operations_total',
  help: 'Operations run by the stock executor because their plan cannot be compiled.',
});

const secondMs = 1000;
const methodNotAllowed = 405;
/** Unmatched requests share one series, so that clients cannot create series at will. */
const unmatchedRoute = { method: 'ANY', route: 'none' };

export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const { url: route } = routeOptions;
    const place =
      route === undefined || statusCode === methodNotAllowed ? unmatchedRoute : { method, route };
    requests.inc({ ...place, status: statusCode });
    duration.observe(place, elapsedTime / secondMs);
    done();
  });
}

export function countFallbackOperation(): void {
  fallbackOperations.inc();
}

export function countRejection(code: ErrorCode): void {
  rejections.inc({ code });
}

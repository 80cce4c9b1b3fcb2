/** What the door shows an operator: how long calls take, how they end, and what they are refused with. */

import type { ErrorCode } from '@nameloan/contracts/errors.ts';
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram } from 'prom-client';

const requests = new Counter({
  name: 'nameloan_requests_total',
  help: 'Requests that were answered, by route and status.',
  labelNames: ['method', 'route', 'status'],
});
const duration = new Histogram({
  name: 'nameloan_request_seconds',
  help: 'Time from the head of a request to the end of its answer, by route.',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});
const rejections = new Counter({
  name: 'nameloan_rejections_total',
  help: 'Refusals by code, over REST, GraphQL and sockets; over GraphQL also those inside an answer of 200.',
  labelNames: ['code'],
});

const fallbackOperations = new Counter({
  name: 'nameloan_fallback_operations_total',
  help: 'Operations that the stock executor ran, since their plan is of a kind that is not compiled.',
});

const secondMs = 1000;
const methodNotAllowed = 405;
/** All that is asked for in vain is one series, whatever a stranger makes up. */
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

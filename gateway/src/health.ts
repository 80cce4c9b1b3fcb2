/** Health endpoints: liveness, readiness, and optionally the services that do not respond. */

import type { ServiceName } from '@nameloan/contracts/platform';
import { findLocalService } from '@nameloan/graphql-executor/local-services';
import type { FastifyInstance } from 'fastify';
import { request as fetchFrom } from 'undici';

const timeoutMs = 2000;
const probe = { config: { uncounted: true } };
const cacheMs = 1000;

export interface HealthOptions {
  /** Base URLs of the services. */
  serviceUrls: ReadonlyMap<ServiceName, string>;
  /** Whether tokens can be verified. */
  loaded(): boolean;
  leaving(): boolean;
}

async function isReady(name: ServiceName, url: string): Promise<boolean> {
  const local = findLocalService(name);
  if (local) return (await local.isReady?.()) ?? true;
  try {
    const response = await fetchFrom(`${url}/readyz`, {
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    await response.body.dump();
    return response.statusCode === 200;
  } catch {
    return false;
  }
}

/** Names of the services that do not respond; checks at most once a second, however many requests arrive. */
function createServiceCheck(serviceUrls: HealthOptions['serviceUrls']): () => Promise<string[]> {
  let lastCheck: { atMs: number; missing: Promise<string[]> } | undefined;
  const checkAll = async () => {
    const all = [...serviceUrls];
    const found = await Promise.all(all.map(([name, url]) => isReady(name, url)));
    return all.flatMap(([name], index) => (found[index] ? [] : [name as string]));
  };
  return () => {
    const nowMs = performance.now();
    if (!lastCheck || nowMs - lastCheck.atMs > cacheMs)
      lastCheck = { atMs: nowMs, missing: checkAll() };
    return lastCheck.missing;
  };
}

/**
 * The gateway is ready once it can verify tokens and plan operations; a service that is down affects only its own
 * fields. `/readyz?services` includes the services.
 */
export function addHealth(
  app: FastifyInstance,
  { serviceUrls, loaded, leaving }: HealthOptions,
): void {
  const findMissing = createServiceCheck(serviceUrls);
  app.get('/healthz', probe, async () => ({ ok: true }));
  app.get('/readyz', probe, async (request, reply) => {
    const includeServices = Object.hasOwn(request.query as object, 'services');
    const missing = [
      ...(loaded() ? [] : ['keys']),
      ...(includeServices ? await findMissing() : []),
    ];
    const ok = missing.length === 0 && !leaving();
    return reply.code(ok ? 200 : 503).send(missing.length > 0 ? { ok, missing } : { ok });
  });
}

/** Health for whoever runs the product: alive, ready, and which parts answer. */

import type { ServiceName } from '@nameloan/contracts/platform.ts';
import { findLocalService } from '@nameloan/service/local-services.ts';
import type { FastifyInstance } from 'fastify';
import { request as fetchFrom } from 'undici';

const timeoutMs = 2000;
const rememberMs = 1000;

export interface HealthOptions {
  /** The services and where their doors are. */
  doors: ReadonlyMap<ServiceName, string>;
  /** Whether tokens can be checked. */
  loaded(): boolean;
  leaving(): boolean;
}

async function answers(name: ServiceName, url: string): Promise<boolean> {
  if (findLocalService(name)) return true;
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

/** Names of the parts that do not answer now; asked at most once a second, however many want to know. */
function partsAway(doors: HealthOptions['doors']): () => Promise<string[]> {
  let asked: { atMs: number; missing: Promise<string[]> } | undefined;
  const ask = async () => {
    const all = [...doors];
    const found = await Promise.all(all.map(([name, url]) => answers(name, url)));
    return all.flatMap(([name], index) => (found[index] ? [] : [name as string]));
  };
  return () => {
    const nowMs = performance.now();
    if (!asked || nowMs - asked.atMs > rememberMs) asked = { atMs: nowMs, missing: ask() };
    return asked.missing;
  };
}

/**
 * Ready is who can check tokens and plan operations; a service that is down takes its own part away and not the
 * door. `/readyz?parts` asks for them too.
 */
export function addHealth(app: FastifyInstance, { doors, loaded, leaving }: HealthOptions): void {
  const away = partsAway(doors);
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (request, reply) => {
    const wantsParts = Object.hasOwn(request.query as object, 'parts');
    const missing = [...(loaded() ? [] : ['keys']), ...(wantsParts ? await away() : [])];
    const ok = missing.length === 0 && !leaving();
    return reply.code(ok ? 200 : 503).send(missing.length > 0 ? { ok, missing } : { ok });
  });
}

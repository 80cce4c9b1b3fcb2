/** Health for whoever runs the product: alive, ready. */

import type { ServiceName } from '@nameloan/contracts/platform.ts';
import { findPart } from '@nameloan/service/parts.ts';
import type { FastifyInstance } from 'fastify';
import { request as fetchFrom } from 'undici';

const timeoutMs = 2000;
const rememberMs = 1000;

export interface HealthOptions {
  /** The services and where their doors are. */
  doors: ReadonlyMap<ServiceName, string>;
  /** What must have been loaded before anyone can be let in. */
  loaded(): boolean;
  stopping(): boolean;
}

async function answers(name: ServiceName, url: string): Promise<boolean> {
  if (findPart(name)) return true;
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

export function addHealth(app: FastifyInstance, options: HealthOptions): void {
  let last: { atMs: number; missing: string[] } = { atMs: 0, missing: [] };
  const missing = async () => {
    if (Date.now() - last.atMs < rememberMs) return last.missing;
    const doors = [...options.doors];
    const found = await Promise.all(doors.map(([name, url]) => answers(name, url)));
    const names = doors.flatMap(([name], index) => (found[index] ? [] : [name as string]));
    last = { atMs: Date.now(), missing: names };
    return names;
  };
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const absent = options.loaded() ? await missing() : ['identity'];
    const ok = absent.length === 0 && !options.stopping();
    return reply.code(ok ? 200 : 503).send(ok ? { ok } : { ok, missing: absent });
  });
}

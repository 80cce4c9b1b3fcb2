/** A database for tests: the server named by MONGODB_URL, or an embedded one in this process. */

import { newId } from '../id.ts';

export interface TestDatabase {
  url: string;
  /** A prefix of its own, so that test files never meet. */
  prefix: string;
  close(): Promise<void>;
}

export async function startTestDatabase(): Promise<TestDatabase> {
  const prefix = `t_${newId().slice(-12)}_`;
  const named = process.env.MONGODB_URL;
  if (named) return { url: named, prefix, close: async () => {} };
  const { startEmbeddedMongo } = await import('@nameloan/embedded-mongo/server.ts');
  const server = await startEmbeddedMongo({});
  return { url: server.url, prefix, close: () => server.close() };
}

/** With it the driver tells its commands (`commandStarted`). One of several hosts is no URL to anybody else. */
export function telling(mongoUrl: string): string {
  const [address = '', options] = mongoUrl.split('?');
  const path = /^[^/]+\/\/[^/]+\//.test(address) ? address : `${address}/`;
  return `${path}?${options ? `${options}&` : ''}monitorCommands=true`;
}

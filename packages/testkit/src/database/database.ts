/** A database for tests: the server that MONGODB_URL names, or an embedded one in this process. */

import { newId } from '@nameloan/runtime/id';

export interface TestDatabase {
  url: string;
  /** Unique, so that test files do not share databases. */
  prefix: string;
  close(): Promise<void>;
}

export async function startTestDatabase(): Promise<TestDatabase> {
  const prefix = `t_${newId().slice(-12)}_`;
  const externalUrl = process.env.MONGODB_URL;
  if (externalUrl) return { url: externalUrl, prefix, close: async () => {} };
  const { startEmbeddedMongo } = await import('@nameloan/embedded-mongo/server');
  const server = await startEmbeddedMongo({});
  return { url: server.url, prefix, close: () => server.close() };
}

/** Turns on the driver's command events (`commandStarted`). Not parsed as a URL, since it may name several hosts. */
export function withCommandEvents(mongoUrl: string): string {
  const [address = '', options] = mongoUrl.split('?');
  const path = /^[^/]+\/\/[^/]+\//.test(address) ? address : `${address}/`;
  return `${path}?${options ? `${options}&` : ''}monitorCommands=true`;
}

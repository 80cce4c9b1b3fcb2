/** A free loopback port for a part that must come back on the same one after it died. */

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what systems hand out for outgoing connections, which would take a port that is only kept in mind. */
const range = { from: 12_000, to: 32_000 };
const maxAttempts = 100;

const given = new Set<number>();

/** Nobody who asks here, on Linux in whatever process, is given this port again while this process lives. */
export async function freePort(): Promise<number> {
  for (let attempts = 1; attempts <= maxAttempts; attempts++) {
    const port = randomInt(range.from, range.to);
    if (given.has(port)) continue;
    given.add(port);
    if (await findPortError(port, '127.0.0.1')) continue;
    if (await claim(port)) return port;
  }
  throw new Error(`no free port between ${range.from} and ${range.to}`);
}

/**
 * Between its choice and its use another process may choose a port, too. A name in Linux's abstract namespace
 * (unix(7)) belongs to one process, is gone with it however it ends, and is seen where its ports are; elsewhere
 * the chance is taken.
 */
async function claim(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  // A name is open to everybody on the machine, and whoever calls must not keep this process alive.
  const server = createServer((socket) => socket.destroy()).unref();
  return await new Promise((resolve, reject) => {
    server.once('error', (error: { code?: string }) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(`\0nameloan-port-${port}`, () => resolve(true));
  });
}

/** Why this address cannot be listened on, as one word of the system's; undefined when it can. */
export function findPortError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: { code?: string }) => resolve(error.code ?? String(error)));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

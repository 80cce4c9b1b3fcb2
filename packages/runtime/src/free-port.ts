/** A free loopback port for a service that must restart on the same port. */

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range of outgoing connections, which could take a port before it is used. */
const range = { from: 12_000, to: 32_000 };
const maxAttempts = 100;

const given = new Set<number>();

/** The port is not returned again while this process lives, on Linux to no other process either. */
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
 * Reserves the port between its choice and its use by a name in Linux's abstract namespace (unix(7)), which belongs
 * to one process and disappears with it. Other systems accept the race.
 */
async function claim(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  // Any process can connect to the name, so a connection must not keep this process alive.
  const server = createServer((socket) => socket.destroy()).unref();
  return await new Promise((resolve, reject) => {
    server.once('error', (error: { code?: string }) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(`\0nameloan-port-${port}`, () => resolve(true));
  });
}

/** The system's error code if this address cannot be listened on; otherwise undefined. */
export function findPortError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: { code?: string }) => resolve(error.code ?? String(error)));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** A free loopback port for a part that must come back on the same one after it died. */

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what systems hand out for outgoing connections, which would take a port that is only kept in mind. */
const range = { from: 12_000, to: 32_000 };
const mostTries = 100;

export async function freePort(): Promise<number> {
  for (let tries = 1; tries <= mostTries; tries++) {
    const port = randomInt(range.from, range.to);
    if ((await portFault(port, '127.0.0.1')) === undefined) return port;
  }
  throw new Error(`no free port between ${range.from} and ${range.to}`);
}

/** Why this address cannot be listened on, as one word of the system's; undefined when it can. */
export function portFault(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: { code?: string }) => resolve(error.code ?? String(error)));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

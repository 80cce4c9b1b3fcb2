/** A free loopback port, for a part that must come back on the same one after it died. */

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Why this address cannot be listened on, as one word of the system's; undefined when it can. */
export function portFault(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: { code?: string }) => resolve(error.code ?? String(error)));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

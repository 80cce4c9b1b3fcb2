/** Closes connections that pipeline many requests: rejecting each of them would slow down all other clients. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and proxies do not pipeline, so this is generous. */
const maxPipelinedRequests = 16;

export function limitPipelining(server: Server): void {
  const pending = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (pending.get(socket) ?? 0) + 1;
    pending.set(socket, count);
    if (count > maxPipelinedRequests) socket.destroy();
    response.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1));
  });
}

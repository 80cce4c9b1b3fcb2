/** Detects clients that have disappeared without closing their socket. */

import type { WebSocket } from 'ws';

const pingIntervalMs = 15_000;

/** Pings the client and terminates the socket if no pong arrived before the next ping. */
export function keepAlive(socket: WebSocket): () => void {
  let hasResponded = true;
  socket.on('pong', () => {
    hasResponded = true;
  });
  const timer = setInterval(() => {
    if (!hasResponded) return socket.terminate();
    hasResponded = false;
    socket.ping();
  }, pingIntervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

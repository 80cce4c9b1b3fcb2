/** Responds to requests that Node's HTTP parser rejects, in the shape of all other errors. */

import type { Socket } from 'node:net';
import { newId } from '@nameloan/runtime/id';
import { apiError, restErrorBody } from '../api-error.ts';
import { countRejection } from '../metrics.ts';

const sentences: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The headers of this request, with its address, are too large: at most 16 KB are accepted.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'The request arrives too slowly. Please try again.',
  ],
};
/** Time for the client to read the response; destroying a socket with unread data resets the connection. */
const lingerMs = 1_000;

/** Node's own mark of the response that is being sent on a socket. */
type SocketInUse = Socket & { _httpMessage?: { _headerSent?: boolean } | null };

const unreadable = ['400 Bad Request', 'This request cannot be read as HTTP.'] as const;

/** A handler of `clientError`; `headers` are sent with the response. */
export function rejectUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  const { _httpMessage: inFlight } = socket as SocketInUse;
  // A text in the middle of another response would corrupt it.
  if (inFlight?._headerSent) return void socket.destroy();
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable)
    return void socket.destroy();
  const [status, sentence] = sentences[error.code ?? ''] ?? unreadable;
  const requestId = newId();
  const body = JSON.stringify(restErrorBody(apiError('INVALID_INPUT', sentence), requestId));
  countRejection('INVALID_INPUT');
  const fields = {
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  // Nothing more is read: the server's sockets stay half open, and a slow request would still be executed.
  socket.pause();
  setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}

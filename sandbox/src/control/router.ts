// The sandbox's HTTP door: a table of routes on node's own server, which is all that this needs.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asControlError, ControlError, invalid, notFound } from './errors.ts';
import { refuseForeigners } from './refuse-foreigners.ts';

export interface Call {
  readonly method: string;
  readonly url: URL;
  /** The path's `:name` parts, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  /** The body's bytes, at most a megabyte (413 beyond). */
  readonly body: Buffer;
}

export interface HttpAnswer {
  readonly status: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Route {
  readonly method: string;
  /** As in `/registry/domains/:name/approve`. */
  readonly path: string;
  run(call: Call): HttpAnswer | Promise<HttpAnswer>;
  /** How this route tells an error, where a provider has a shape of its own. */
  failure?(error: ControlError): HttpAnswer;
}

export interface HttpListener {
  readonly port: number;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const LONGEST_BODY_BYTES = 1024 * 1024;
const CLOSE_GRACE_MS = 1000;

export async function listenHttp(routes: readonly Route[], port: number): Promise<HttpListener> {
  const server = createServer((request, response) => {
    answer(routes, request)
      .catch((error: unknown) => failure(asControlError(error)))
      .then((result) => send(response, result, request.method === 'HEAD'))
      .catch(() => response.destroy());
  });
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

export function json(body: unknown, status = 200): HttpAnswer {
  return { status, body: JSON.stringify(body) };
}

/** The sandbox's own shape of an error. */
export function failure(error: ControlError): HttpAnswer {
  return json({ message: error.message, code: error.code, ...error.facts }, error.status);
}

async function answer(routes: readonly Route[], request: IncomingMessage): Promise<HttpAnswer> {
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  refuseForeigners(request.headers);
  const url = urlOf(request);
  const path = segments(url.pathname);
  const fitting = routes.flatMap((route) => {
    const params = match(route.path, path);
    return params ? [{ route, params }] : [];
  });
  const found = fitting.find(({ route }) => route.method === method);
  if (!found) {
    // An unread body would keep the connection from being used again.
    request.resume();
    if (fitting.length === 0) throw notFound('The sandbox has no such path.');
    const allow = [...new Set(fitting.map(({ route }) => route.method))].join(', ');
    throw new ControlError(405, 'METHOD_NOT_ALLOWED', `This path takes ${allow}.`);
  }
  try {
    const body = await readBody(request);
    return await found.route.run({
      method,
      url,
      params: found.params,
      headers: request.headers,
      body,
    });
  } catch (error) {
    return (found.route.failure ?? failure)(asControlError(error));
  }
}

function urlOf(request: IncomingMessage): URL {
  try {
    return new URL(request.url ?? '/', 'http://localhost');
  } catch {
    throw invalid('The address of this call cannot be read.');
  }
}

function segments(path: string): string[] {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    throw invalid('The path of this call cannot be read.');
  }
}

function match(pattern: string, path: readonly string[]): Record<string, string> | null {
  const wanted = pattern.split('/').filter(Boolean);
  if (wanted.length !== path.length) return null;
  const params: Record<string, string> = {};
  for (const [place, part] of wanted.entries()) {
    const given = path[place] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = given;
    else if (part !== given) return null;
  }
  return params;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length;
      if (bytes <= LONGEST_BODY_BYTES) chunks.push(chunk as Buffer);
    }
  } catch {
    throw invalid('The body broke off.');
  }
  if (bytes > LONGEST_BODY_BYTES) {
    throw new ControlError(413, 'TOO_LARGE', 'The body is over one megabyte.');
  }
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, result: HttpAnswer, headOnly: boolean): void {
  const bytes = Buffer.from(result.body);
  response.writeHead(result.status, {
    'content-type': result.type ?? 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...result.headers,
  });
  response.end(headOnly ? undefined : bytes);
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const last = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(last);
}

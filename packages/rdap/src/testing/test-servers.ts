/** An HTTP server for tests that serves a bootstrap file and RDAP servers, and records their requests. */

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON. */
  body?: unknown;
}

type Handler = (path: string, request: IncomingMessage) => Reply | Promise<Reply>;

export interface TestServers {
  readonly url: string;
  readonly bootstrapUrl: string;
  /** Paths in the order of arrival. */
  readonly requests: string[];
  /** Sets how a path is answered; the longest one that fits wins. */
  on(pathStart: string, handler: Handler | Reply): void;
  close(): Promise<void>;
}

/** Serves `tlds` at /TLD/ of the bootstrap file until a test sets something else. */
export async function startTestServers(tlds: readonly string[] = ['com']): Promise<TestServers> {
  const handlers = new Map<string, Handler>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void respond(request, response);
  });
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    requests.push(path);
    const fitting = [...handlers.keys()].filter((start) => path.startsWith(start));
    const [start = ''] = fitting.sort((one, other) => other.length - one.length);
    const reply = (await handlers.get(start)?.(path, request)) ?? { status: 404 };
    const { status = 200, headers = {}, body = '' } = reply;
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const on: TestServers['on'] = (start, handler) =>
    handlers.set(start, typeof handler === 'function' ? handler : () => handler);
  const services = tlds.map((tld) => [[tld], [`${url}/${tld}/`]]);
  on('/bootstrap', { body: { version: '1.0', services } });
  return {
    url,
    bootstrapUrl: `${url}/bootstrap`,
    requests,
    on,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A minimal valid response about a name. */
export const domainBody = (name: string, more: Record<string, unknown> = {}) => ({
  objectClassName: 'domain',
  ldhName: name,
  status: ['active'],
  ...more,
});

/** The name that a path asks for. */
export const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

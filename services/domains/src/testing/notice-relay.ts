/** An address for a registrar's notices that is known before the service has one; it forwards them unchanged. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface NoticeRelay {
  readonly url: string;
  /** The service that receives them from now on. */
  relayTo(serviceUrl: string): void;
  close(): Promise<void>;
}

const path = '/webhooks/namecom/namecom';

export async function startNoticeRelay(): Promise<NoticeRelay> {
  let target: string | undefined;
  const relay = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const signature = String(request.headers['x-namecom-signature']);
    const answer = await fetch(`${target}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-namecom-signature': signature },
      body: Buffer.concat(chunks),
    });
    response.writeHead(answer.status).end();
  };
  const server = createServer((request, response) => {
    relay(request, response).catch(() => response.writeHead(502).end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    relayTo: (serviceUrl) => {
      target = serviceUrl;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

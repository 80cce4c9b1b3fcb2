/** A webhook endpoint for tests: records requests and returns the given statuses. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface TestProduct {
  readonly url: string;
  readonly calls: ReceivedCall[];
  /** Statuses of the next responses; 200 when the list is empty. */
  readonly answers: number[];
  close(): Promise<void>;
}

export async function startTestProduct(): Promise<TestProduct> {
  const calls: ReceivedCall[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    calls.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A scripted server that answers as name.com, and what tests of its adapter expect. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { connectNamecom } from '../registrar/namecom/connect-namecom.ts';
import type { RequestBudget } from '../registrar/namecom/request-budget.ts';
import type { Registrar } from '../registrar/registrar.ts';
import {
  EppRejectedError,
  EppUnavailableError,
  EppUnknownOutcomeError,
} from '../registrar/registrar-errors.ts';

export const name = 'harborline.com';
export const expireDate = '2027-05-01T12:00:00Z';
export const domain = {
  ...{ domainName: name, createDate: '2020-05-01T12:00:00Z', expireDate, locked: true },
  ...{ autorenewEnabled: false, nameservers: ['NS1.old.example.', 'ns2.old.example'] },
};

export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The connection ends without a response. */
  readonly hangUp?: boolean;
}

/** A script sends few requests, without a database. */
export const withoutLimit: RequestBudget = {
  take: () => Promise.resolve(),
  reserveTurn: () => Promise.resolve({ startAt: 0, endAt: Number.POSITIVE_INFINITY }),
  pausedUntil: 0,
  giveBack: () => undefined,
  sharePause: () => undefined,
};

interface Wire {
  readonly registrar: Registrar;
  /** Each request as `METHOD path body`. */
  readonly requests: string[];
  readonly headers: IncomingMessage['headers'][];
  readonly alerts: string[];
}

/** Answers by `METHOD path`, without `/core/v1`; several answers to one are used in turn. */
export async function connect(
  t: TestContext,
  script: Record<string, Answer | Answer[]>,
): Promise<Wire> {
  const wire = {
    requests: [] as string[],
    headers: [] as IncomingMessage['headers'][],
    alerts: [] as string[],
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const key = `${request.method} ${request.url?.replace('/core/v1', '')}`;
    wire.requests.push(text ? `${key} ${text}` : key);
    wire.headers.push(request.headers);
    const found = script[key] ?? { status: 404, body: { message: 'Not Found' } };
    const answer = Array.isArray(found) ? (found.length > 1 ? found.shift() : found[0]) : found;
    if (!answer || answer.hangUp) return void response.destroy();
    const { status = 200, body, headers = {} } = answer;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const registrar = connectNamecom({
    ...{ id: 'namecom', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    ...{ username: 'nameloan', token: 'token-of-the-api', timeoutMs: 2000 },
    alerts: {
      creditExhausted: (is) => void wire.alerts.push(`credit ${is}`),
      unknownState: (about, state) => void wire.alerts.push(`${about} ${state}`),
      // The first call that succeeds reports that nothing is denied.
      accessDenied: (attempt, is) => void (is && wire.alerts.push(`denied ${attempt}`)),
    },
    budget: withoutLimit,
    webhookUrl: 'https://nameloan.example/hook',
  });
  t.after(async () => {
    await registrar.close();
    server.closeAllConnections();
    server.close();
  });
  return { registrar, ...wire };
}

export const rejectedWith = (resultCode: number) => (error: unknown) =>
  error instanceof EppRejectedError && error.resultCode === resultCode;
export const unavailable = (code: string) => (error: unknown) =>
  error instanceof EppUnavailableError && error.code === code;
export const unknown = (error: unknown) => error instanceof EppUnknownOutcomeError;

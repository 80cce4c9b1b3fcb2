/** What ordinary visitors do during an attack, each from its own network, and how long it takes. */

import type { Agent } from 'node:http';
import { get, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Enough visitors that none reaches a rate limit. */
const visitors = 200;

export interface Visit {
  perSecond: number;
  /** Resolves to whether it succeeded. */
  send(url: string, options: { at: number; agent: Agent }): Promise<boolean>;
}

export interface Visits {
  url: string;
  visit: Visit;
  agent: Agent;
}

/** Latencies in milliseconds of requests that start at a constant rate, however fast the responses are. */
export async function measureVisits(
  { url, visit, agent }: Visits,
  seconds: number,
): Promise<number[]> {
  const { perSecond, send } = visit;
  const latencies: number[] = [];
  const requests: Promise<void>[] = [];
  const started = performance.now();
  for (let at = 0; at < seconds * perSecond; at++) {
    const due = started + (at * 1000) / perSecond;
    const waitMs = due - performance.now();
    if (waitMs > 1) await pause(waitMs);
    requests.push(
      send(url, { at, agent }).then((ok) => {
        // A rejected request counts as infinitely late.
        latencies.push(ok ? performance.now() - due : Number.POSITIVE_INFINITY);
      }),
    );
  }
  await Promise.all(requests);
  return latencies;
}

const headersOf = (at: number) => ({ 'x-forwarded-for': `198.51.100.${at % visitors}` });

export const readListings: Visit = {
  perSecond: 25,
  send: (url, { at, agent }) =>
    new Promise((resolve, reject) => {
      const path = `/api/listings?page=${(at % 50) + 1}&limit=12`;
      get(url + path, { agent, headers: headersOf(at) }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode === 200));
      }).once('error', reject);
    }),
};

/** Few per second, since each takes a core for tens of milliseconds. The accounts take turns. */
export const logIn = (credentials: readonly string[]): Visit => ({
  perSecond: 4,
  send: (url, { at, agent }) =>
    new Promise((resolve, reject) => {
      const headers = { ...headersOf(at), 'content-type': 'application/json' };
      request(`${url}/api/users/login`, { agent, headers, method: 'POST' }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode === 200));
      })
        .once('error', reject)
        .end(credentials[at % credentials.length]);
    }),
});

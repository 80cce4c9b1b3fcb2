/** How one abusive client affects all others: their p95 with and without it, alternating in the same run. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { Agent, get, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const measureSeconds = 8;
const settleMs = 1000;
/** Enough visitors that none reaches a rate limit. */
const visitors = 200;

/** p95 in milliseconds of requests that start at a constant rate, however fast the responses are. */
async function measureP95({ url, visit, agent }: Visits): Promise<number> {
  const { perSecond, send } = visit;
  const latencies: number[] = [];
  const requests: Promise<void>[] = [];
  const started = performance.now();
  for (let at = 0; at < measureSeconds * perSecond; at++) {
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
  latencies.sort((a, b) => a - b);
  return latencies[Math.floor(latencies.length * 0.95)] ?? 0;
}

/** What the other visitors do, each from its own network; resolves to whether it succeeded. */
export interface Visit {
  perSecond: number;
  send(url: string, options: { at: number; agent: Agent }): Promise<boolean>;
}

interface Visits {
  url: string;
  visit: Visit;
  agent: Agent;
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
  perSecond: 2,
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

/** What an abusive client repeats. */
export type Attack = 'documents' | 'accounts' | 'files' | 'logins';

export interface AttackOptions {
  url: string;
  attack: Attack;
  /** Access tokens of the accounts that take turns, or their credentials as JSON for `logins`. */
  accounts: readonly string[];
  visit: Visit;
}

async function withAbusiveClient<T>(
  { url, attack, accounts }: AttackOptions,
  address: string,
  work: () => Promise<T>,
) {
  const file = join(import.meta.dirname, 'abusive-client.ts');
  const given = [file, url, address, attack, JSON.stringify(accounts)];
  const child: ChildProcess = spawn(process.execPath, given, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout?.on('data', (data) => (text += data));
  const ended = new Promise((done) => child.once('close', done));
  try {
    await pause(settleMs);
    const result = await work();
    return { result, answers: () => JSON.parse(text) as Record<string, number> };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

export interface VisitorLatency {
  quietMs: number;
  abusedMs: number;
  ratio: number;
  /** Responses to the abusive client, counted by status. */
  answers: Record<string, number>;
}

/** The round with the median ratio. The product must trust X-Forwarded-For from this machine. */
export async function measureAbuse(options: AttackOptions, rounds = 3): Promise<VisitorLatency> {
  const { url, visit } = options;
  const agent = new Agent({ keepAlive: true });
  const measurements: VisitorLatency[] = [];
  try {
    const measure = () => measureP95({ url, visit, agent });
    await measure();
    for (let round = 0; round < rounds; round++) {
      const quietMs = await measure();
      const address = `203.0.113.${round}`;
      const { result, answers } = await withAbusiveClient(options, address, measure);
      measurements.push({ quietMs, abusedMs: result, ratio: result / quietMs, answers: answers() });
    }
  } finally {
    agent.destroy();
  }
  measurements.sort((a, b) => a.ratio - b.ratio);
  return measurements[Math.floor(measurements.length / 2)] as VisitorLatency;
}

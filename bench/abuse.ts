/** What everybody else feels of one abusing visitor: their p95 with and without him, in turn in the same run. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const everySeconds = 8;
const perSecond = 25;
const settleMs = 1000;
/** So many that none of them meets a limit of his own. */
const others = 200;

/** Milliseconds of the 95th in 100 answers, for calls that start at a steady pace whatever the answers do. */
async function paced(url: string, agent: Agent): Promise<number> {
  const took: number[] = [];
  const calls: Promise<void>[] = [];
  const started = performance.now();
  for (let at = 0; at < everySeconds * perSecond; at++) {
    const due = started + (at * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    calls.push(
      call(url, { at, agent }).then((good) => {
        // Not to be served is later than any time.
        took.push(good ? performance.now() - due : Number.POSITIVE_INFINITY);
      }),
    );
  }
  await Promise.all(calls);
  took.sort((a, b) => a - b);
  return took[Math.floor(took.length * 0.95)] ?? 0;
}

function call(url: string, { at, agent }: { at: number; agent: Agent }): Promise<boolean> {
  const path = `/api/listings?page=${(at % 50) + 1}&limit=12`;
  const headers = { 'x-forwarded-for': `198.51.100.${at % others}` };
  return new Promise((resolve, reject) => {
    get(url + path, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200));
    }).once('error', reject);
  });
}

async function beside<T>(url: string, address: string, work: () => Promise<T>) {
  const file = join(import.meta.dirname, 'abusing-visitor.ts');
  const child: ChildProcess = spawn(process.execPath, [file, url, address], {
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
  /** What the abuser was answered, by status. */
  answers: Record<string, number>;
}

/** The median of neighbouring rounds. The product must believe X-Forwarded-For of this machine. */
export async function feelAbuse(url: string, rounds = 3): Promise<VisitorLatency> {
  const agent = new Agent({ keepAlive: true });
  const felt: VisitorLatency[] = [];
  try {
    await paced(url, agent);
    for (let round = 0; round < rounds; round++) {
      const quietMs = await paced(url, agent);
      const address = `203.0.113.${round}`;
      const { result, answers } = await beside(url, address, () => paced(url, agent));
      felt.push({ quietMs, abusedMs: result, ratio: result / quietMs, answers: answers() });
    }
  } finally {
    agent.destroy();
  }
  felt.sort((a, b) => a.ratio - b.ratio);
  return felt[Math.floor(felt.length / 2)] as VisitorLatency;
}

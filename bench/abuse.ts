/**
 * How one abusive client affects all others: p95 of their requests without and with it, in alternating windows of the
 * same run.
 */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Person } from '@nameloan/driver/person';
import { readCpuMs, watchOthers } from './cpu.ts';
import { percentile } from './percentiles.ts';
import { print } from './print.ts';
import type { RunningProduct } from './running-product.ts';
import { startProductForBench } from './running-product.ts';
import { seedListings } from './seed/seed.ts';
import type { Visit } from './visits.ts';
import { logIn, measureVisits, readListings } from './visits.ts';

const windowSeconds = 8;
const rounds = 3;
/** A window in which other processes take more of the machine is measured again, because it would measure them. */
const maxOthersShare = 0.1;
const maxRepetitions = 3;
/** At rest, the product takes less CPU in this time. */
const restIntervalMs = 500;
const restCpuMs = 25;
const maxRestIntervals = 40;

/** What an abusive client repeats. */
type Attack = 'documents' | 'accounts' | 'files' | 'logins';

const attackers: Record<Attack, string> = {
  documents: 'one client sends new documents',
  accounts: '24 accounts of one network read listings',
  files: 'one client downloads the description of the API',
  logins: '30 accounts of one network log in',
};

interface AttackOptions {
  product: RunningProduct;
  attack: Attack;
  /** Access tokens of the accounts that take turns, or their credentials as JSON for `logins`. */
  accounts: readonly string[];
  visit: Visit;
}

interface Measurement {
  quiet: number[];
  abused: number[];
  /** Largest share of the CPU that other processes took in a window. */
  othersShare: number;
  /** Responses to the abusive client, counted by status. */
  answers: Record<string, number>;
}

class AbuseBench {
  readonly #options: AttackOptions;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #result: Measurement = { quiet: [], abused: [], othersShare: 0, answers: {} };
  #clients = 0;

  constructor(options: AttackOptions) {
    this.#options = options;
  }

  /** The two kinds of windows take turns to be first, so that a change of the machine's speed affects both. */
  async run(): Promise<Measurement> {
    const { quiet, abused } = this.#result;
    try {
      await this.#visit();
      for (let round = 0; round < rounds; round++) {
        const windows = [
          async () => quiet.push(...(await this.#measure(() => this.#visit()))),
          async () => abused.push(...(await this.#measure(() => this.#visitUnderAttack()))),
        ];
        for (const window of round % 2 === 0 ? windows : windows.reverse()) await window();
      }
    } finally {
      this.#agent.destroy();
    }
    return this.#result;
  }

  /** The last measurement counts even if the machine is still busy; `othersShare` shows it. */
  async #measure(visit: () => Promise<number[]>): Promise<number[]> {
    const { product } = this.#options;
    for (let repetition = 1; ; repetition++) {
      await this.#rest();
      const endWatch = watchOthers(() => [process.pid, ...product.processes()]);
      const latencies = await visit();
      const share = endWatch();
      if (share > maxOthersShare && repetition < maxRepetitions) continue;
      this.#result.othersShare = Math.max(this.#result.othersShare, share);
      return latencies;
    }
  }

  #visit(): Promise<number[]> {
    const { product, visit } = this.#options;
    return measureVisits({ url: product.url, visit, agent: this.#agent }, windowSeconds);
  }

  /** From the first request of an attack, from a network without a history. */
  async #visitUnderAttack(): Promise<number[]> {
    const { product, attack, accounts } = this.#options;
    const file = join(import.meta.dirname, 'abusive-client.ts');
    const address = `203.0.113.${this.#clients++}`;
    const given = [file, product.url, address, attack, JSON.stringify(accounts)];
    const child = spawn(process.execPath, given, { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    try {
      await readLine(child);
      child.stdin.write('go\n');
      return await this.#visit();
    } finally {
      const answers = readLine(child);
      child.kill('SIGTERM');
      this.#count(JSON.parse(await answers));
      await ended;
    }
  }

  #count(answers: Record<string, number>): void {
    const sums = this.#result.answers;
    for (const [status, count] of Object.entries(answers))
      sums[status] = (sums[status] ?? 0) + count;
  }

  /** Until the queued work of a client that has gone is done, which would delay the next visitors. */
  async #rest(): Promise<void> {
    const { pid } = this.#options.product;
    for (let interval = 0; interval < maxRestIntervals; interval++) {
      const before = readCpuMs(pid);
      await pause(restIntervalMs);
      if (readCpuMs(pid) - before < restCpuMs) return;
    }
  }
}

async function readLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the abusive client has no output');
  const [data] = await once(stdout, 'data');
  return String(data);
}

async function printAbuse(name: string, options: AttackOptions): Promise<void> {
  const { quiet, abused, othersShare, answers } = await new AbuseBench(options).run();
  const [quietMs, abusedMs] = [percentile(quiet, 0.95), percentile(abused, 0.95)];
  const counts = Object.entries(answers).map(([status, count]) => `${status} × ${count}`);
  print(name, `${quietMs.toFixed(1)} ms`);
  print(`  while ${attackers[options.attack]}`, `${abusedMs.toFixed(1)} ms`);
  print('  ratio', (abusedMs / quietMs).toFixed(2), 'at most 2');
  print('  responses to that client', counts.join(', '));
  print('  CPU that other processes took', `${Math.round(othersShare * 100)} %`, 'at most 10 %');
}

/** With rate limits; X-Forwarded-For distinguishes the visitors. */
export async function benchAbuse(): Promise<void> {
  const product = await startProductForBench({ TRUST_PROXY: 'loopback', WEB_DIR: 'off' });
  try {
    await seedListings(product.mongo);
    const people = Array.from({ length: 50 }, (_, at) => ({
      name: `Visitor ${at}`,
      email: `visitor-${at}@abuse.example`,
      password: 'a long enough secret',
    }));
    const tokens: string[] = [];
    for (const one of people)
      tokens.push((await new Person(product.url, one).register()).token ?? '');
    const credentials = people.map(({ email, password }) => JSON.stringify({ email, password }));
    const listings = 'p95 of GET /api/listings, 25 per second';
    for (const attack of ['documents', 'accounts', 'files', 'logins'] as const) {
      const accounts = attack === 'logins' ? credentials.slice(0, 30) : tokens.slice(0, 24);
      await printAbuse(listings, { product, attack, accounts, visit: readListings });
    }
    const accounts = credentials.slice(0, 30);
    const visit = logIn(credentials.slice(30));
    const logins = `p95 of logins, ${visit.perSecond} per second`;
    await printAbuse(logins, { product, attack: 'logins', accounts, visit });
  } finally {
    await product.stop();
  }
}

/** People who read and write in the background, by k6 and the scripts of tests/load, and what became of their calls. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@nameloan/service/free-port.ts';
import { waitFor } from '../../scripts/demo/sandbox-client.ts';
import { findK6, k6Missing as howToGetIt } from '../../scripts/load/find-program.ts';
import type { ScenarioRow, Summary } from '../load/read-metrics.ts';

const k6 = findK6(process.env);
/** Why nobody can come; false where k6 is found. */
export const k6Missing: string | false = k6 === undefined ? howToGetIt : false;

const script = resolve(import.meta.dirname, '../load/all-scenarios.ts');
/** Of how many come on a working day; two cores carry the cluster and them. */
const rate = 0.5;
/** Until they are told to go. */
const longest = '1h';
const growsWithinMs = 120_000;
/** Who changes something by each journey. */
const writers = ['borrowers', 'lenders', 'chat', 'loans'] as const;

/** What one more look must find more of: writes of each who writes, and calls of all. */
const moreWrites = 3;
const moreCalls = 100;

interface Counted {
  data: { id: string; attributes: { sample: { count?: number } } }[];
}

export class Traffic {
  readonly #folder = mkdtempSync(join(tmpdir(), 'nameloan-traffic-'));
  readonly #status: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #words = '';

  private constructor(at: { url: string; sandboxUrl: string }, port: number) {
    this.#status = `127.0.0.1:${port}`;
    const told = {
      PROFILE: 'smoke',
      DURATION: longest,
      RATE: rate,
      WEB: 'off',
      // How fast this machine is, is not what is tested.
      BOUND_FACTOR: 1000,
      BASE_URL: at.url,
      SANDBOX_URL: at.sandboxUrl,
      SUMMARY_DIR: this.#folder,
    };
    const named = Object.entries(told).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const how = ['run', '--quiet', '--no-usage-report', `--address=${this.#status}`];
    this.#child = spawn(k6 ?? '', [...how, ...named, script], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NO_PROXY: '*' },
    });
    this.#child.stderr?.on('data', (data) => {
      this.#words = (this.#words + data).slice(-20_000);
    });
    this.#ended = new Promise((done) => this.#child.once('close', () => done()));
  }

  /** Resolves once all of them are at it. */
  static async start(at: { url: string; sandboxUrl: string }): Promise<Traffic> {
    const traffic = new Traffic(at, await freePort());
    try {
      await traffic.goesOn();
    } catch (error) {
      await traffic.#quit();
      throw error;
    }
    return traffic;
  }

  /** Resolves once each who writes has written more, and all together have called more often. */
  async goesOn(): Promise<void> {
    const before = await this.#counts();
    await waitFor(
      'people to read and write',
      async () => {
        if (this.#child.exitCode !== null) throw new Error(`k6 has ended: ${this.#words}`);
        const now = await this.#counts();
        const grown = (name: string) => (now.get(name) ?? 0) - (before.get(name) ?? 0);
        return (
          grown('http_reqs') >= moreCalls &&
          writers.every((name) => grown(`writes{scenario:${name}}`) >= moreWrites)
        );
      },
      growsWithinMs,
    ).catch((error) => {
      throw new Error(`${error.message}: ${this.#words}`);
    });
  }

  /** What k6 has counted so far, by name; nothing yet where it has only begun. */
  async #counts(): Promise<Map<string, number>> {
    const answer = await fetch(`http://${this.#status}/v1/metrics`).catch(() => undefined);
    const told = (await answer?.json().catch(() => undefined)) as Counted | undefined;
    return new Map((told?.data ?? []).map((one) => [one.id, one.attributes.sample.count ?? 0]));
  }

  async #quit(): Promise<void> {
    this.#child.kill('SIGINT');
    await this.#ended;
  }

  /** They go; resolves to what became of their calls, and the last lines that tell what broke a journey off. */
  async end(): Promise<{ rows: ScenarioRow[]; chat: Summary['chat']; words: string }> {
    await this.#quit();
    try {
      const text = readFileSync(join(this.#folder, 'summary.json'), 'utf8');
      const { rows, chat }: Summary = JSON.parse(text);
      return { rows, chat, words: this.#words };
    } catch (error) {
      throw new Error(`k6 did not end well: ${this.#words}`, { cause: error });
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }
}

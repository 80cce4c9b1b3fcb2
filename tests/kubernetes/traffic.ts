/** Background traffic by k6 with the scripts of tests/load, and the results of its calls. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { freePort } from '@nameloan/runtime/free-port';
import { findK6, k6Missing as howToInstallK6 } from '@nameloan/testkit/find-programs';
import type { ScenarioRow, Summary } from '../load/read-metrics.ts';

const k6 = findK6(process.env);
/** Why there can be no traffic; false if k6 is found. */
export const k6Missing: string | false = k6 === undefined ? howToInstallK6 : false;

const script = resolve(import.meta.dirname, '../load/all-scenarios.ts');
/** Share of the usual number of users; two cores run the cluster and the traffic. */
const rate = 0.5;
/** An upper limit; `stop` ends the traffic earlier. */
const maxDuration = '1h';
const growthTimeoutMs = 120_000;
/** Scenarios whose journeys write. */
const writingScenarios = ['borrowers', 'lenders', 'chat', 'loans'] as const;

/** Growth that proves continuing traffic: writes of each writing scenario, and calls in total. */
const moreWrites = 3;
const moreCalls = 100;

interface MetricsResponse {
  data: { id: string; attributes: { sample: { count?: number } } }[];
}

export class Traffic {
  readonly #folder = mkdtempSync(join(tmpdir(), 'nameloan-traffic-'));
  readonly #status: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #stderr = '';

  private constructor(at: { url: string; sandboxUrl: string }, port: number) {
    this.#status = `127.0.0.1:${port}`;
    const settings = {
      PROFILE: 'smoke',
      DURATION: maxDuration,
      RATE: rate,
      WEB: 'off',
      // The speed of this machine is not under test.
      BOUND_FACTOR: 1000,
      BASE_URL: at.url,
      SANDBOX_URL: at.sandboxUrl,
      SUMMARY_DIR: this.#folder,
    };
    const environment = Object.entries(settings).flatMap(([name, value]) => [
      '-e',
      `${name}=${value}`,
    ]);
    const options = ['run', '--quiet', '--no-usage-report', `--address=${this.#status}`];
    this.#child = spawn(k6 ?? '', [...options, ...environment, script], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NO_PROXY: '*' },
    });
    this.#child.stderr?.on('data', (data) => {
      this.#stderr = (this.#stderr + data).slice(-20_000);
    });
    this.#ended = new Promise((done) => this.#child.once('close', () => done()));
  }

  /** Resolves once every scenario makes calls. */
  static async start(at: { url: string; sandboxUrl: string }): Promise<Traffic> {
    const traffic = new Traffic(at, await freePort());
    try {
      await traffic.waitForGrowth();
    } catch (error) {
      await traffic.#terminate();
      throw error;
    }
    return traffic;
  }

  /** Resolves once each writing scenario has written more and the total number of calls has grown. */
  async waitForGrowth(): Promise<void> {
    const before = await this.#readCounters();
    await waitFor(
      'traffic',
      async () => {
        if (this.#child.exitCode !== null) throw new Error(`k6 has ended: ${this.#stderr}`);
        const now = await this.#readCounters();
        const growthOf = (name: string) => (now.get(name) ?? 0) - (before.get(name) ?? 0);
        return (
          growthOf('http_reqs') >= moreCalls &&
          writingScenarios.every((name) => growthOf(`writes{scenario:${name}}`) >= moreWrites)
        );
      },
      growthTimeoutMs,
    ).catch((error) => {
      throw new Error(`${error.message}: ${this.#stderr}`);
    });
  }

  /** Reads k6's current counters by name; empty right after the start. */
  async #readCounters(): Promise<Map<string, number>> {
    const response = await fetch(`http://${this.#status}/v1/metrics`).catch(() => undefined);
    const metrics = (await response?.json().catch(() => undefined)) as MetricsResponse | undefined;
    return new Map((metrics?.data ?? []).map((one) => [one.id, one.attributes.sample.count ?? 0]));
  }

  async #terminate(): Promise<void> {
    this.#child.kill('SIGINT');
    await this.#ended;
  }

  /** Stops the traffic; resolves to the results and the last lines of output, which say why journeys broke off. */
  async stop(): Promise<{ rows: ScenarioRow[]; chat: Summary['chat']; output: string }> {
    await this.#terminate();
    try {
      const text = readFileSync(join(this.#folder, 'summary.json'), 'utf8');
      const { rows, chat }: Summary = JSON.parse(text);
      return { rows, chat, output: this.#stderr };
    } catch (error) {
      throw new Error(`k6 did not end well: ${this.#stderr}`, { cause: error });
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }
}

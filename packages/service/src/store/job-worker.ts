/** Takes jobs of some kinds as they become due, so many at once; asleep until the next one is, or until woken. */

import { Alarm } from '../alarm.ts';
import type { DueJobs } from './due-jobs.ts';

/**
 * A slow look finds what nobody told of. Not longer than the lease of a run, so that each lease of a process that
 * died is seen while it lasts, and its end is waited for.
 */
export const pollIntervalMs = 15_000;
/** Where the database did not answer. */
const retryDelayMs = 500;

export interface JobSource {
  kinds: readonly string[];
  /** The most that run at once. */
  maxConcurrency: number;
  findDue(kinds: readonly string[]): Promise<DueJobs>;
  /** The run of a job that is due; undefined where somebody else was faster. */
  claim(kinds: readonly string[]): Promise<(() => Promise<void>) | undefined>;
  /** Told what kept a look or a claim from its answer. */
  warn(error: unknown): void;
}

export class JobWorker {
  readonly #source: JobSource;
  readonly #alarm = new Alarm();
  /** As many were due at the last look and have not been claimed since. */
  #due = 0;
  /** Nothing more is due before, as far as the last look could see; monotonic. */
  #restUntilMs = 0;
  #stopping = false;
  #running: Promise<void> | undefined;

  constructor(source: JobSource) {
    this.#source = source;
  }

  handles(kind: string): boolean {
    return this.#source.kinds.includes(kind);
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Looks now. */
  wake(): void {
    this.#alarm.ring();
  }

  /** Looks after this time at the latest. */
  wakeIn(ms: number): void {
    this.#alarm.ringIn(ms);
  }

  async #run(): Promise<void> {
    const { kinds, maxConcurrency, claim, warn } = this.#source;
    const runs = new Set<Promise<void>>();
    while (!this.#stopping) {
      if (runs.size >= maxConcurrency) await Promise.race(runs);
      else if (this.#due === 0) await this.#rest();
      else {
        const run = await claim(kinds).catch((error) => {
          warn(error);
          this.#lookAgainIn(retryDelayMs);
        });
        if (!run) {
          // Somebody else was faster: what is known of the rest is old.
          if (this.#due > 0) this.#lookAgainIn(0);
          continue;
        }
        this.#due--;
        const running = run()
          .catch(warn)
          .finally(() => runs.delete(running));
        runs.add(running);
      }
    }
    await Promise.all(runs);
  }

  #lookAgainIn(ms: number): void {
    this.#due = 0;
    this.#restUntilMs = performance.now() + ms;
  }

  /** Sleeps for as long as the last look allows, and looks. */
  async #rest(): Promise<void> {
    const leftMs = this.#restUntilMs - performance.now();
    if (leftMs > 0) await this.#alarm.sleep(leftMs);
    if (this.#stopping) return;
    const { kinds, findDue, warn } = this.#source;
    const failed = (error: unknown) => {
      warn(error);
      return { due: 0, inMs: retryDelayMs };
    };
    const { due, inMs } = await findDue(kinds).catch(failed);
    this.#due = due;
    this.#restUntilMs = performance.now() + Math.min(inMs, pollIntervalMs);
  }

  /** Resolves once what runs has ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await this.#running;
  }
}

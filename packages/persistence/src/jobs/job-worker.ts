/** Runs due jobs of some kinds up to a concurrency limit; sleeps until the next job is due or `wake` is called. */

import { Alarm } from '@nameloan/runtime/alarm';
import { LoopHealth } from '@nameloan/runtime/loop-health';
import type { DueJobs } from './due-jobs.ts';

/**
 * Polling finds jobs that no signal announced. Not longer than the lease of a run, so that the lease of a crashed
 * process is seen before it ends and the worker wakes at its end.
 */
export const pollIntervalMs = 15_000;
/** After the database did not answer. */
const retryDelayMs = 500;

export interface JobSource {
  kinds: readonly string[];
  maxConcurrency: number;
  findDue(kinds: readonly string[]): Promise<DueJobs>;
  /** Returns the run of a due job; undefined if another worker claimed it first, or none has a free place. */
  claim(kinds: readonly string[]): Promise<(() => Promise<void>) | undefined>;
  /** Called with the error of a failed poll or claim. */
  warn(error: unknown): void;
}

export class JobWorker {
  readonly #source: JobSource;
  readonly #alarm = new Alarm();
  /** Jobs that were due at the last poll and have not been claimed since. */
  #due = 0;
  /** Monotonic time before which the last poll saw no due job. */
  #restUntilMs = 0;
  #stopping = false;
  #running: Promise<void> | undefined;
  readonly #pollHealth = new LoopHealth('The poll for due jobs');
  readonly #claimHealth = new LoopHealth('The claim of due jobs');
  readonly #resultHealth = new LoopHealth('The storage of job results');
  readonly health = [this.#pollHealth, this.#claimHealth, this.#resultHealth];

  constructor(source: JobSource) {
    this.#source = source;
  }

  handles(kind: string): boolean {
    return this.#source.kinds.includes(kind);
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Polls now. */
  wake(): void {
    this.#alarm.ring();
  }

  /** Polls after this time at the latest. */
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
        const run = await this.#claimHealth.watch(claim(kinds)).catch((error) => {
          warn(error);
          this.#pollAgainIn(retryDelayMs);
        });
        if (!run) {
          // The result of the last poll is outdated.
          if (this.#due > 0) this.#pollAgainIn(0);
          continue;
        }
        this.#due--;
        const running = this.#resultHealth
          .watch(run())
          .catch(warn)
          .finally(() => runs.delete(running));
        runs.add(running);
      }
    }
    await Promise.all(runs);
  }

  #pollAgainIn(ms: number): void {
    this.#due = 0;
    this.#restUntilMs = performance.now() + ms;
  }

  /** Sleeps for as long as the last poll allows, then polls. */
  async #rest(): Promise<void> {
    const leftMs = this.#restUntilMs - performance.now();
    if (leftMs > 0) await this.#alarm.sleep(leftMs);
    if (this.#stopping) return;
    const { kinds, findDue, warn } = this.#source;
    const failed = (error: unknown) => {
      warn(error);
      return { due: 0, inMs: retryDelayMs };
    };
    const { due, inMs } = await this.#pollHealth.watch(findDue(kinds)).catch(failed);
    this.#due = due;
    this.#restUntilMs = performance.now() + Math.min(inMs, pollIntervalMs);
  }

  /** Resolves once all runs have ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await this.#running;
  }
}

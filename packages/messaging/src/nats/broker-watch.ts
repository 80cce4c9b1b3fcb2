/** Checks stream and consumers periodically and logs each problem once. */

import type { Log } from '@nameloan/runtime/log';

/** Two processes that widen a filter at once may overwrite each other, so the first check runs early. */
const firstCheckMs = 1000;
const failuresBeforeWarning = 3;

export class BrokerWatch {
  readonly #check: () => Promise<string[]>;
  readonly #intervalMs: number;
  readonly #log: Pick<Log, 'info' | 'warn'> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reported = new Set<string>();
  #failedChecks = 0;
  #ended = false;

  /** `check` resolves to the problems that it cannot repair; it throws if the broker does not answer. */
  constructor(
    check: () => Promise<string[]>,
    options: { intervalMs: number; log: Pick<Log, 'info' | 'warn'> | undefined },
  ) {
    this.#check = check;
    this.#intervalMs = options.intervalMs;
    this.#log = options.log;
    this.#schedule(Math.min(firstCheckMs, options.intervalMs));
  }

  #schedule(delayMs: number): void {
    if (this.#ended) return;
    this.#timer = setTimeout(() => void this.#runCheck(), delayMs);
    this.#timer.unref();
  }

  async #runCheck(): Promise<void> {
    try {
      this.report(await this.#check());
      this.#failedChecks = 0;
    } catch (error) {
      if (++this.#failedChecks === failuresBeforeWarning)
        this.#log?.warn(
          { reason: String(error) },
          'the broker does not answer checks of its stream',
        );
    }
    this.#schedule(this.#intervalMs);
  }

  /** Logs new problems, and those that are resolved. */
  report(problems: string[]): void {
    for (const problem of problems) if (!this.#reported.has(problem)) this.#log?.warn(problem);
    for (const problem of this.#reported)
      if (!problems.includes(problem)) this.#log?.info(`resolved: ${problem}`);
    this.#reported = new Set(problems);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}

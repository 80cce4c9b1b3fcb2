/** Looks at stream and consumers from time to time, and says what is amiss: once, not each time. */

import type { Log } from '../log.ts';

/** Two that widen at once may overwrite each other; the first look comes soon, to find that out. */
const firstCheckMs = 1000;
const failuresBeforeWarning = 3;

export class BrokerWatch {
  readonly #look: () => Promise<string[]>;
  readonly #everyMs: number;
  readonly #log: Pick<Log, 'info' | 'warn'> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #said = new Set<string>();
  #blindLooks = 0;
  #ended = false;

  /** `look` resolves to what is amiss and cannot be mended from here; it throws when the broker does not answer. */
  constructor(
    look: () => Promise<string[]>,
    options: { everyMs: number; log: Pick<Log, 'info' | 'warn'> | undefined },
  ) {
    this.#look = look;
    this.#everyMs = options.everyMs;
    this.#log = options.log;
    this.#after(Math.min(firstCheckMs, options.everyMs));
  }

  #after(delayMs: number): void {
    if (this.#ended) return;
    this.#timer = setTimeout(() => void this.#turn(), delayMs);
    this.#timer.unref();
  }

  async #turn(): Promise<void> {
    try {
      this.report(await this.#look());
      this.#blindLooks = 0;
    } catch (error) {
      if (++this.#blindLooks === failuresBeforeWarning)
        this.#log?.warn({ reason: String(error) }, 'the broker does not tell of its stream');
    }
    this.#after(this.#everyMs);
  }

  /** Says what is new among the faults, and what is no more. */
  report(faults: string[]): void {
    for (const fault of faults) if (!this.#said.has(fault)) this.#log?.warn(fault);
    for (const fault of this.#said)
      if (!faults.includes(fault)) this.#log?.info(`no longer: ${fault}`);
    this.#said = new Set(faults);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}

/** Lets one change of a name run at a time, and no order for a while after one whose outcome is unknown. Wall time. */

import { EppUnavailableError, EppUnknownOutcomeError } from '../registrar-errors.ts';

/** Names that wait, before the oldest ones are forgotten. */
const maxWaiting = 10_000;

export class NameGate {
  readonly #settleMs: number;
  readonly #running = new Map<string, Promise<void>>();
  readonly #waitsUntil = new Map<string, number>();

  constructor(settleMs: number) {
    this.#settleMs = settleMs;
  }

  /** Runs an order. Throws BUSY while an earlier one of the name may still be carried out. */
  runOrder<T>(name: string, order: () => Promise<T>): Promise<T> {
    return this.run(name, () => this.#runOrderNow(name, order));
  }

  run<T>(name: string, change: () => Promise<T>): Promise<T> {
    const result = (this.#running.get(name) ?? Promise.resolve()).then(change);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.#running.set(name, settled);
    void settled.then(() => {
      if (this.#running.get(name) === settled) this.#running.delete(name);
    });
    return result;
  }

  async #runOrderNow<T>(name: string, order: () => Promise<T>): Promise<T> {
    if (performance.now() < (this.#waitsUntil.get(name) ?? 0))
      throw new EppUnavailableError('BUSY', 'An earlier order of this name may still be running.');
    this.#waitsUntil.delete(name);
    try {
      return await order();
    } catch (error) {
      if (error instanceof EppUnknownOutcomeError) this.#hold(name);
      throw error;
    }
  }

  #hold(name: string): void {
    const [oldest] = this.#waitsUntil.keys();
    if (this.#waitsUntil.size >= maxWaiting && oldest !== undefined)
      this.#waitsUntil.delete(oldest);
    this.#waitsUntil.set(name, performance.now() + this.#settleMs);
  }
}

/** Stops requests to a server that does not respond, so that they fill no time of the jobs. Wall time. */

import { EppUnavailableError } from '../registrar-errors.ts';

export class Breaker {
  readonly #breakMs: number;
  #opensAt: number | undefined;

  constructor(breakMs: number) {
    this.#breakMs = breakMs;
  }

  /** Throws UNREACHABLE during a break. After it one request passes, and the next one only when that has succeeded. */
  enter(): void {
    if (this.#opensAt === undefined) return;
    if (performance.now() < this.#opensAt)
      throw new EppUnavailableError('UNREACHABLE', 'The registrar did not respond just now.');
    this.silent();
  }

  /** The server did not respond. */
  silent(): void {
    this.#opensAt = performance.now() + this.#breakMs;
  }

  /** Any response, also a rejection. */
  responded(): void {
    this.#opensAt = undefined;
  }
}

/** A loan whose parties write to each other before each move; what was acknowledged is remembered. */

import type { Person } from '../../scripts/demo/person.ts';
import type { Found } from '../flows/crashes/loan-driver.ts';
import { LiveLoan } from '../flows/crashes/loan-driver.ts';
import { get, post } from '../flows/crashes/retry-call.ts';

export class TalkingLoan extends LiveLoan {
  readonly #acknowledged: string[] = [];
  readonly #refused: string[] = [];

  /** Texts of messages that the product took. */
  get acknowledged(): readonly string[] {
    return this.#acknowledged;
  }

  /** What the product would not take, with its answer: nobody here says what may not be said. */
  get refused(): readonly string[] {
    return this.#refused;
  }

  override async move(
    who: Person,
    what: string,
    then: { done: (escrow: Found) => boolean; body?: unknown },
  ): Promise<void> {
    if (who !== this.operator) await this.#say(who, `Now I ${what}.`);
    await super.move(who, what, then);
  }

  /** The same id until it is taken: an answer that was lost must not make it two. */
  async #say(who: Person, words: string): Promise<void> {
    const clientId = `${this.number}-${this.#acknowledged.length + this.#refused.length}`;
    const message = `${words} (${clientId})`;
    const path = `/escrow/${this.escrowId}/message`;
    const { status, body } = await post(who, path, { message, clientId });
    if (status === 200 || status === 201) this.#acknowledged.push(message);
    else
      this.#refused.push(
        `loan ${this.number}: ${status} for ${message}: ${JSON.stringify(body).slice(0, 200)}`,
      );
  }

  /** What is there twice, or not at all. */
  async chatFaults(): Promise<string[]> {
    const there: Found[] = await get(this.borrower, `/escrow/${this.escrowId}/messages`);
    const texts = there.map(({ message }) => message);
    return this.#acknowledged.flatMap((text) => {
      const count = texts.filter((one) => one === text).length;
      return count === 1 ? [] : [`loan ${this.number}: message there ${count} times: ${text}`];
    });
  }
}

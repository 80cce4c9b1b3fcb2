/** A loan whose parties send each other a message before each action; acknowledged messages are checked at the end. */

import type { Person } from '@nameloan/driver/person';
import type { RestObject } from '../flows/crashes/loan-driver.ts';
import { LoanDriver } from '../flows/crashes/loan-driver.ts';
import { get, post } from '../flows/crashes/retry-call.ts';

export class ChattingLoan extends LoanDriver {
  readonly #acknowledged: string[] = [];
  readonly #rejected: string[] = [];
  /** A refinanced loan goes on as another one, whose chat is empty. */
  readonly #chats = new Set<string>();

  /** Texts of messages that the product accepted. */
  get acknowledged(): readonly string[] {
    return this.#acknowledged;
  }

  /** Messages that the product rejected, with its response; all messages sent here are valid. */
  get rejected(): readonly string[] {
    return this.#rejected;
  }

  override async act(
    person: Person,
    action: string,
    expected: { done: (escrow: RestObject) => boolean; body?: unknown },
  ): Promise<void> {
    if (person !== this.operator) await this.#sendMessage(person, `Next: ${action}.`);
    await super.act(person, action, expected);
  }

  /** Retries with the same client id, so that a lost response does not duplicate the message. */
  async #sendMessage(person: Person, text: string): Promise<void> {
    const clientId = `${this.number}-${this.#acknowledged.length + this.#rejected.length}`;
    const message = `${text} (${clientId})`;
    const path = `/escrow/${this.escrowId}/message`;
    this.#chats.add(this.escrowId);
    const { status, body } = await post(person, path, { message, clientId });
    if (status === 200 || status === 201) this.#acknowledged.push(message);
    else
      this.#rejected.push(
        `loan ${this.number}: ${status} for ${message}: ${JSON.stringify(body).slice(0, 200)}`,
      );
  }

  /** Describes acknowledged messages that are missing or duplicated. */
  async findChatErrors(): Promise<string[]> {
    const read = (id: string): Promise<RestObject[]> =>
      get(this.borrower, `/escrow/${id}/messages`);
    const stored = await Promise.all([...this.#chats].map(read));
    const texts = stored.flat().map(({ message }) => message);
    return this.#acknowledged.flatMap((text) => {
      const count = texts.filter((one) => one === text).length;
      return count === 1 ? [] : [`loan ${this.number}: message stored ${count} times: ${text}`];
    });
  }
}

/** Two who write to each other while things break: what one side was told is taken, the other side gets, each once. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Subscriber, Subscription } from '@nameloan/gateway/testing/connect-subscriber.ts';
import { connectSubscriber } from '@nameloan/gateway/testing/connect-subscriber.ts';
import { post } from '../flows/crashes/retry-call.ts';
import type { Loan, RestObject } from '../flows/world/loans.ts';

const betweenMs = 250;
const triesAtEnd = 120;
const document =
  'subscription ($id: ID!, $after: ID) { escrowMessageAdded(escrowId: $id, after: $after) { id message } }';

export class Chat {
  readonly #loan: Loan;
  readonly #taken: string[] = [];
  /** One for each time that it listened anew. */
  readonly #watched: Subscription[] = [];
  #socket: Subscriber | undefined;
  #speaks = true;
  #listens = true;
  #speaking: Promise<void> = Promise.resolve();
  #listening: Promise<void> = Promise.resolve();

  constructor(loan: Loan) {
    this.#loan = loan;
  }

  /** Resolves once the first message has crossed. */
  async begin(): Promise<void> {
    this.#speaking = this.#speak();
    this.#listening = this.#listen();
    while (this.#heard().length === 0) await pause(betweenMs);
  }

  /** Resolves once so many more messages were taken. */
  async goesOn(more: number): Promise<void> {
    const wanted = this.#taken.length + more;
    while (this.#taken.length < wanted) await pause(betweenMs);
  }

  /** Says until it is taken: the same id, so that an answer that was lost makes it no second message. */
  async #speak(): Promise<void> {
    for (let number = 1; this.#speaks; number++) {
      const message = `message ${number}`;
      const body = { message, clientId: `chat-${number}` };
      const { status } = await post(this.#loan.lender, `/escrow/${this.#loan.id}/message`, body);
      if (status === 200 || status === 201) this.#taken.push(message);
      await pause(betweenMs);
    }
  }

  /** Listens, and after each break again from where it was. */
  async #listen(): Promise<void> {
    const { baseUrl, token } = this.#loan.borrower;
    while (this.#listens) {
      const after = this.#heard().at(-1)?.id ?? '';
      this.#socket = connectSubscriber(baseUrl, token);
      const watching = this.#socket.watch(document, { id: this.#loan.id, after });
      this.#watched.push(watching);
      await watching.ended;
      await this.#socket.dispose();
      await pause(betweenMs);
    }
  }

  #heard(): { id: string; message: string }[] {
    return this.#watched
      .flatMap(({ events }) => events)
      .map((event: RestObject) => event.data?.escrowMessageAdded)
      .filter(Boolean);
  }

  #missing(): string[] {
    const heard = new Set(this.#heard().map(({ message }) => message));
    return this.#taken.filter((one) => !heard.has(one));
  }

  /** Says no more, and waits up to half a minute until all has been heard. `breaks`: how often it listened anew. */
  async end(): Promise<{ taken: number; lost: string[]; twice: number; breaks: number }> {
    this.#speaks = false;
    await this.#speaking;
    for (let tries = 0; this.#missing().length > 0 && tries < triesAtEnd; tries++)
      await pause(betweenMs);
    this.#listens = false;
    await this.#socket?.dispose();
    await this.#listening;
    // The first message of the loan came with the offer, and is nobody's here.
    const ours = this.#heard().filter(({ message }) => this.#taken.includes(message));
    const twice = ours.length - new Set(ours.map(({ id }) => id)).size;
    const breaks = this.#watched.length - 1;
    return { taken: this.#taken.length, lost: this.#missing(), twice, breaks };
  }
}

/** A chat that runs during disruptions: each message that the server accepted reaches the other party exactly once. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Subscriber, Subscription } from '@nameloan/driver/connect-subscriber';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import { post } from '../flows/crashes/retry-call.ts';
import type { Loan, RestObject } from '../flows/environment/loans.ts';

const intervalMs = 250;
const maxEndPolls = 120;
const document =
  'subscription ($id: ID!, $after: ID) { escrowMessageAdded(escrowId: $id, after: $after) { id message } }';

export class Chat {
  readonly #loan: Loan;
  readonly #accepted: string[] = [];
  /** One for each connection. */
  readonly #subscriptions: Subscription[] = [];
  #socket: Subscriber | undefined;
  #isSending = true;
  #isListening = true;
  #sending: Promise<void> = Promise.resolve();
  #listening: Promise<void> = Promise.resolve();

  constructor(loan: Loan) {
    this.#loan = loan;
  }

  /** Starts the chat; resolves once the first message was received. */
  async start(): Promise<void> {
    this.#sending = this.#sendMessages();
    this.#listening = this.#receiveMessages();
    while (this.#received().length === 0) await pause(intervalMs);
  }

  /** Resolves once this many more messages were accepted. */
  async waitForMore(count: number): Promise<void> {
    const target = this.#accepted.length + count;
    while (this.#accepted.length < target) await pause(intervalMs);
  }

  /** Retries each message with the same client id, so that a lost response does not duplicate it. */
  async #sendMessages(): Promise<void> {
    for (let number = 1; this.#isSending; number++) {
      const message = `message ${number}`;
      const body = { message, clientId: `chat-${number}` };
      const { status } = await post(this.#loan.lender, `/escrow/${this.#loan.id}/message`, body);
      if (status === 200 || status === 201) this.#accepted.push(message);
      await pause(intervalMs);
    }
  }

  /** Subscribes, and after each disconnection resumes after the last message received. */
  async #receiveMessages(): Promise<void> {
    const { baseUrl, token } = this.#loan.borrower;
    while (this.#isListening) {
      const after = this.#received().at(-1)?.id ?? '';
      this.#socket = connectSubscriber(baseUrl, token);
      const watching = this.#socket.watch(document, { id: this.#loan.id, after });
      this.#subscriptions.push(watching);
      await watching.ended;
      await this.#socket.dispose();
      await pause(intervalMs);
    }
  }

  #received(): { id: string; message: string }[] {
    return this.#subscriptions
      .flatMap(({ events }) => events)
      .map((event: RestObject) => event.data?.escrowMessageAdded)
      .filter(Boolean);
  }

  #missing(): string[] {
    const received = new Set(this.#received().map(({ message }) => message));
    return this.#accepted.filter((one) => !received.has(one));
  }

  /** Stops sending and waits up to half a minute for the remaining messages. `reconnects`: number of new connections. */
  async stop(): Promise<{
    accepted: number;
    lost: string[];
    duplicates: number;
    reconnects: number;
  }> {
    this.#isSending = false;
    await this.#sending;
    for (let polls = 0; this.#missing().length > 0 && polls < maxEndPolls; polls++)
      await pause(intervalMs);
    this.#isListening = false;
    await this.#socket?.dispose();
    await this.#listening;
    // The first message of the loan came with the offer and is not counted.
    const ours = this.#received().filter(({ message }) => this.#accepted.includes(message));
    const duplicates = ours.length - new Set(ours.map(({ id }) => id)).size;
    const reconnects = this.#subscriptions.length - 1;
    return { accepted: this.#accepted.length, lost: this.#missing(), duplicates, reconnects };
  }
}

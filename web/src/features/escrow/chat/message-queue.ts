/** Sends the messages of a loan's outbox while the tab is open, and retries those that failed in transit. */

import type { Outbox, OutboxChange } from './outbox.ts';
import { changeOutbox, findNextToSend, hasUnsent, readOutbox, writeOutbox } from './outbox.ts';

/** Why a message was not delivered. */
export type DeliveryFailure =
  /** A retry may succeed: no network, a service is down, the rate limit was hit. */
  | { retry: 'later'; retryAfterSeconds?: number }
  /** The user must log in first. */
  | { retry: 'after-login' }
  | { retry: 'never'; problem: string };

export interface QueuedMessage {
  clientId: string;
  text: string;
}

export interface MessageQueueOptions {
  /** Returns undefined once delivered. Never throws. */
  deliver(message: QueuedMessage): Promise<DeliveryFailure | undefined>;
  /** Where the outbox survives a reload. Each tab has its own store. */
  store(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  key: string;
}

const minRetryDelayMs = 1_000;
const maxRetryDelayMs = 20_000;

/** `crypto.randomUUID` is missing on pages served without HTTPS, so the id is built from random bytes. */
function createClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class MessageQueue {
  readonly #options: MessageQueueOptions;
  readonly #listeners = new Set<() => void>();
  #outbox: Outbox;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MessageQueueOptions) {
    this.#options = options;
    this.#outbox = readOutbox(this.#readStore());
  }

  get outbox(): Outbox {
    return this.#outbox;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Appends a message and starts sending. */
  enqueue(text: string): void {
    const at = new Date().toISOString();
    this.#change({ kind: 'added', clientId: createClientId(), text, at });
    this.sendNow();
  }

  /** The chat shows these messages, so they have arrived, whatever the response was. */
  markShown(clientIds: ReadonlySet<string>): void {
    this.#change({ kind: 'shown', clientIds });
  }

  discard(clientId: string): void {
    this.#change({ kind: 'discarded', clientId });
  }

  retry(clientId: string): void {
    this.#change({ kind: 'retried', clientId });
    this.sendNow();
  }

  /** Sends waiting messages without delay: the chat is opened, or the network is back. */
  sendNow = (): void => {
    clearTimeout(this.#timer);
    void this.#sendNext();
  };

  async #sendNext(): Promise<void> {
    const next = findNextToSend(this.#outbox);
    if (!next) return;
    const { clientId, text } = next;
    this.#change({ kind: 'sending', clientId });
    const failure = await this.#options.deliver({ clientId, text });
    if (!failure) this.#change({ kind: 'sent', clientId });
    else if (failure.retry === 'never')
      this.#change({ kind: 'rejected', clientId, problem: failure.problem });
    else {
      this.#change({ kind: 'failed', clientId });
      if (failure.retry === 'later') this.#scheduleRetry(next.attempts, failure.retryAfterSeconds);
      return;
    }
    void this.#sendNext();
  }

  #scheduleRetry(attempts: number, retryAfterSeconds = 0): void {
    const backoffMs = Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** attempts);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.sendNow, Math.max(backoffMs, retryAfterSeconds * 1000));
  }

  #change(change: OutboxChange): void {
    const next = changeOutbox(this.#outbox, change);
    if (next === this.#outbox) return;
    this.#outbox = next;
    this.#writeStore();
    for (const listener of [...this.#listeners]) listener();
  }

  #readStore(): string | null {
    try {
      return this.#options.store().getItem(this.#options.key);
    } catch {
      return null;
    }
  }

  /** Where storage is forbidden or full, the outbox stays in memory only. */
  #writeStore(): void {
    const { key } = this.#options;
    try {
      const store = this.#options.store();
      if (hasUnsent(this.#outbox) || this.#outbox.some(({ state }) => state === 'rejected'))
        store.setItem(key, writeOutbox(this.#outbox));
      else store.removeItem(key);
    } catch {
      // The outbox stays in memory.
    }
  }
}

/** Sends what stands in a loan's outbox for as long as the tab lives, and tries again what did not get through. */

import type { Outbox, OutboxChange } from './outbox.ts';
import { changeOutbox, hasUnsent, nextOf, readOutbox, writeOutbox } from './outbox.ts';

/** Why one did not get through. */
export type Failure =
  /** It may later: no network, a part that is down, too many at once. */
  | { passes: true; retryAfterSeconds?: number }
  /** Somebody has to sign in first. */
  | { passes: 'signed in' }
  | { passes: false; problem: string };

export interface Letter {
  clientId: string;
  text: string;
}

export interface PostOfficeOptions {
  /** Undefined: it got through. Never throws. */
  deliver(letter: Letter): Promise<Failure | undefined>;
  /** Where it is kept over a reload; another tab has one of its own. */
  store(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  key: string;
}

const shortestWaitMs = 1_000;
const longestWaitMs = 20_000;

/** As unguessable as any id, also where the page came without https. */
function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class PostOffice {
  readonly #options: PostOfficeOptions;
  readonly #watchers = new Set<() => void>();
  #outbox: Outbox;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PostOfficeOptions) {
    this.#options = options;
    this.#outbox = readOutbox(this.#kept());
  }

  get outbox(): Outbox {
    return this.#outbox;
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** Puts a message at the end and begins to send. */
  write(text: string): void {
    const at = new Date().toISOString();
    this.#change({ kind: 'written', clientId: newClientId(), text, at });
    this.wake();
  }

  /** The chat shows these: they have arrived, whatever was answered. */
  heard(clientIds: ReadonlySet<string>): void {
    this.#change({ kind: 'heard', clientIds });
  }

  drop(clientId: string): void {
    this.#change({ kind: 'dropped', clientId });
  }

  again(clientId: string): void {
    this.#change({ kind: 'again', clientId });
    this.wake();
  }

  /** Tries now what waits: somebody looks, or the network is back. */
  wake = (): void => {
    clearTimeout(this.#timer);
    void this.#sendNext();
  };

  async #sendNext(): Promise<void> {
    const next = nextOf(this.#outbox);
    if (!next) return;
    const { clientId, text } = next;
    this.#change({ kind: 'sending', clientId });
    const failure = await this.#options.deliver({ clientId, text });
    if (!failure) this.#change({ kind: 'sent', clientId });
    else if (failure.passes === false)
      this.#change({ kind: 'refused', clientId, problem: failure.problem });
    else {
      this.#change({ kind: 'failed', clientId });
      if (failure.passes === true) this.#wait(next.tries, failure.retryAfterSeconds);
      return;
    }
    void this.#sendNext();
  }

  #wait(tries: number, retryAfterSeconds = 0): void {
    const backoffMs = Math.min(longestWaitMs, shortestWaitMs * 2 ** tries);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.wake, Math.max(backoffMs, retryAfterSeconds * 1000));
  }

  #change(change: OutboxChange): void {
    const next = changeOutbox(this.#outbox, change);
    if (next === this.#outbox) return;
    this.#outbox = next;
    this.#keep();
    for (const watcher of [...this.#watchers]) watcher();
  }

  #kept(): string | null {
    try {
      return this.#options.store().getItem(this.#options.key);
    } catch {
      return null;
    }
  }

  /** A browser that forbids its storage, or has it full, keeps them in the tab alone. */
  #keep(): void {
    const { key } = this.#options;
    try {
      const store = this.#options.store();
      if (hasUnsent(this.#outbox) || this.#outbox.some(({ state }) => state === 'refused'))
        store.setItem(key, writeOutbox(this.#outbox));
      else store.removeItem(key);
    } catch {
      // They are in memory.
    }
  }
}

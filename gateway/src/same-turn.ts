/** Runs the same public read of the same turn once: under load many visitors read the same page. */

import { setImmediate as turn } from 'node:timers/promises';
import type { ErrorLike } from './refusal.ts';

/** What an operation resolves to. */
export interface Result {
  data?: Record<string, unknown> | null | undefined;
  errors?: readonly ErrorLike[] | undefined;
}

interface Shared {
  joined: boolean;
  result: Promise<Result>;
  /** The data as text; empty when nobody had joined. */
  text: Promise<string>;
}

/**
 * Whoever asks before a read starts joins it. Nobody joins one that is under way, so that an answer is never
 * older than its question. Each gets data of its own to write into.
 */
export class SameTurn {
  readonly #open = new Map<string, Shared>();

  /** Starts `read` when this turn of the event loop has ended. */
  async run(key: string, read: () => Promise<Result>): Promise<Result> {
    const known = this.#open.get(key);
    if (!known) return this.#start(key, read).result;
    known.joined = true;
    const text = await known.text;
    const { errors } = await known.result;
    return { data: JSON.parse(text), errors };
  }

  #start(key: string, read: () => Promise<Result>): Shared {
    const running = turn().then(() => {
      this.#open.delete(key);
      return read();
    });
    // The text is made first: whoever gets the result itself may write into it.
    const text = running.then(({ data }) => (shared.joined ? JSON.stringify(data ?? null) : ''));
    const shared: Shared = { joined: false, text, result: text.then(() => running) };
    this.#open.set(key, shared);
    return shared;
  }
}

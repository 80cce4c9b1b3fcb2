/** Runs the same public read of the same turn once: under load many visitors read the same page. */

import { setImmediate as turn } from 'node:timers/promises';
import type { GraphqlErrorLike } from '../api-error.ts';

/** What an operation resolves to. */
export interface Result {
  data?: Record<string, unknown> | null | undefined;
  errors?: readonly GraphqlErrorLike[] | undefined;
  /** What beside the data is told of an answer whose values do not fit. */
  extensions?: unknown;
  /** The data as JSON, where they were written already. */
  text?: string | undefined;
  /** What else was made of it as text, by whom; shared by all who share the read. */
  written?: Map<object, string> | undefined;
}

interface Shared {
  joined: boolean;
  result: Promise<Result>;
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
    return ownCopy(await known.result);
  }

  #start(key: string, read: () => Promise<Result>): Shared {
    const running = turn().then(() => {
      this.#open.delete(key);
      return read();
    });
    // The text is made first: whoever gets the result itself may write into it.
    const result = running.then((found) =>
      shared.joined
        ? { ...found, text: JSON.stringify(found.data), written: new Map<object, string>() }
        : found,
    );
    const shared: Shared = { joined: false, result };
    this.#open.set(key, shared);
    return shared;
  }
}

/** Read from the text only by who asks for the data themselves. */
function ownCopy({ text, errors, extensions, written }: Result): Result {
  let data: Result['data'];
  return {
    written,
    get data() {
      if (text !== undefined) data ??= JSON.parse(text);
      return data;
    },
    errors,
    extensions,
    text,
  };
}

/** Coalesces equal public reads of one event-loop turn, because under load many visitors read the same page. */

import { setImmediate as turn } from 'node:timers/promises';
import type { GraphqlErrorLike } from '../api-error.ts';

/** The result of an operation. */
export interface Result {
  data?: Record<string, unknown> | null | undefined;
  errors?: readonly GraphqlErrorLike[] | undefined;
  /** Details of values that did not match the schema. */
  extensions?: unknown;
  /** The data as JSON, if already serialized. */
  text?: string | undefined;
  /** Other serialized forms by their producer, shared by all callers that share the read. */
  written?: Map<object, string> | undefined;
}

interface SharedRead {
  joined: boolean;
  result: Promise<Result>;
}

/**
 * Callers join a read only before it starts, so that a response is never older than its request. Each caller gets its
 * own copy of the data, which it may modify.
 */
export class RequestCoalescer {
  readonly #pending = new Map<string, SharedRead>();

  /** Starts `read` when this turn of the event loop has ended. */
  async run(key: string, read: () => Promise<Result>): Promise<Result> {
    const known = this.#pending.get(key);
    if (!known) return this.#start(key, read).result;
    known.joined = true;
    return ownCopy(await known.result);
  }

  #start(key: string, read: () => Promise<Result>): SharedRead {
    const running = turn().then(() => {
      this.#pending.delete(key);
      return read();
    });
    // Serialize first: the first caller receives the result itself and may modify it.
    const result = running.then((found) =>
      shared.joined
        ? { ...found, text: JSON.stringify(found.data), written: new Map<object, string>() }
        : found,
    );
    const shared: SharedRead = { joined: false, result };
    this.#pending.set(key, shared);
    return shared;
  }
}

/** Parses the text only if a caller reads the data. */
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

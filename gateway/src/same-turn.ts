/** Asks the same question of the same turn once: under load many visitors read the same public page. */

import type { GraphqlResponse } from '@nameloan/service/parts.ts';

interface Shared {
  joined: boolean;
  answer: Promise<GraphqlResponse>;
  /** The answer as text; empty when nobody had joined. */
  text: Promise<string>;
}

/**
 * Whoever asks before a question is sent joins it. Nobody joins one that is under way, so that an answer is
 * never older than its question.
 */
export class SameTurn {
  readonly #open = new Map<string, Shared>();

  /** `ask` must not send before the turn of the event loop has ended. */
  async run(key: string, ask: () => Promise<GraphqlResponse>): Promise<GraphqlResponse> {
    const known = this.#open.get(key);
    if (!known) return this.#start(key, ask).answer;
    known.joined = true;
    return JSON.parse(await known.text) as GraphqlResponse;
  }

  #start(key: string, ask: () => Promise<GraphqlResponse>): Shared {
    const asked = ask();
    // The text is made first: whoever gets the answer itself may write into it.
    const text = asked.then((answer) => (shared.joined ? JSON.stringify(answer) : ''));
    const shared: Shared = { joined: false, text, answer: text.then(() => asked) };
    this.#open.set(key, shared);
    setImmediate(() => this.#open.delete(key));
    return shared;
  }
}

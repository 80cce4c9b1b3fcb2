/** Somebody with an account, as a program plays one: registers once, renews an ended token by itself. */

import { randomBytes } from 'k6/crypto';
import type { Answer, Call } from './call.ts';
import { CallFailed, callProduct, pause } from './call.ts';
import { retriedTries } from './journey-metrics.ts';
import { settings } from './settings.ts';

const password = 'a long enough secret';
const patienceMs = 60_000;
const retryMs = 1000;

// biome-ignore lint/suspicious/noExplicitAny: REST objects, read freely
export type Found = any;

/** Letters and digits that nobody else has. */
export function unique(): string {
  const bytes = new Uint8Array(randomBytes(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Person {
  readonly name: string;
  readonly email: string;
  token: string | undefined;
  #refreshToken: string | undefined;

  constructor(name: string) {
    this.name = name;
    this.email = `${name.toLowerCase().replace(/[^a-z]+/g, '.')}.${unique()}@load.example`;
  }

  /** Where the first try had its effect and its answer was lost, the account is there: log in. */
  async register(): Promise<this> {
    const { name, email } = this;
    const answer = await this.#call('POST', '/users/register', { name, email, password });
    if (answer.status !== 409) return this.#take(answer.body);
    return this.#take((await this.#call('POST', '/users/login', { email, password })).body);
  }

  // No field of this name: k6's reader of JavaScript never ends on one that is called `get`.
  async get(path: string): Promise<Found> {
    return (await this.call('GET', path)).body;
  }

  async post(path: string, body?: unknown): Promise<Found> {
    return (await this.call('POST', path, { body })).body;
  }

  /** Resolves to 2xx and the statuses in `expected`; throws CallFailed. */
  async call(
    method: Call['method'],
    path: string,
    { body, expected = [] }: { body?: unknown; expected?: readonly number[] } = {},
  ): Promise<Answer> {
    const renewable = this.#refreshToken === undefined ? [] : [401];
    const answer = await this.#call(method, path, body, [...expected, ...renewable]);
    if (answer.status !== 401 || expected.includes(401)) return answer;
    await this.renew();
    return this.#call(method, path, body, expected);
  }

  async renew(): Promise<void> {
    const body = { refreshToken: this.#refreshToken };
    const answer = await this.#call('POST', '/users/refresh', body);
    this.token = answer.body.accessToken;
    this.#refreshToken = answer.body.refreshToken;
  }

  /** One operation at `/graphql`; throws with the first error's sentence. */
  async graphql(query: string, variables: Record<string, unknown>): Promise<Found> {
    const url = `${settings.baseUrl}/graphql`;
    const body = { query, variables };
    const until = Date.now() + patienceMs;
    for (;;) {
      const answer = await callProduct({ method: 'POST', url, body, token: this.token });
      const code = answer.body.errors?.[0]?.extensions?.code;
      if (code === undefined) return answer.body.data;
      if (code === 'UNAUTHENTICATED') await this.renew();
      else if (code !== 'UNAVAILABLE' || Date.now() > until)
        throw new CallFailed({ method: 'POST', url }, answer);
      else {
        retriedTries.add(1);
        await pause(retryMs);
      }
    }
  }

  #call(
    method: Call['method'],
    path: string,
    body?: unknown,
    expected: readonly number[] = [],
  ): Promise<Answer> {
    const url = `${settings.baseUrl}/api${path}`;
    const token = /^\/users\/(register|login|refresh)$/.test(path) ? undefined : this.token;
    return callProduct({ method, url, body, token, expected });
  }

  #take({ token, refreshToken }: Found): this {
    this.token = token;
    this.#refreshToken = refreshToken;
    return this;
  }
}

/** Asks until `look` finds something, as a page does that waits; throws what it waited for. */
export async function waitFor<R>(
  what: string,
  look: () => Promise<R | undefined | false | null>,
): Promise<R> {
  const until = Date.now() + patienceMs;
  for (let pauseMs = 100; ; pauseMs = Math.min(1000, pauseMs * 1.5)) {
    const found = await look();
    if (found) return found;
    if (Date.now() > until) throw new Error(`waited in vain for ${what}`);
    await pause(pauseMs);
  }
}

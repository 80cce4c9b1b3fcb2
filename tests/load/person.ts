/** A simulated user with one account, whose expired token is renewed automatically. */

import { randomBytes } from 'k6/crypto';
import type { ApiResponse, Call } from './call.ts';
import { ApiCallError, callProduct, pause } from './call.ts';
import { retriedCalls } from './journey-metrics.ts';
import { settings } from './settings.ts';

const password = 'a long enough secret';
const maxWaitMs = 60_000;
const retryDelayMs = 1000;

// biome-ignore lint/suspicious/noExplicitAny: REST responses are untyped
export type RestObject = any;

/** A random identifier. */
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

  /** If the account exists because a response was lost, logs in instead. */
  async register(): Promise<this> {
    const { name, email } = this;
    const response = await this.#call('POST', '/users/register', { name, email, password });
    if (response.status !== 409) return this.#storeTokens(response.body);
    return this.#storeTokens((await this.#call('POST', '/users/login', { email, password })).body);
  }

  // A method, not a field: k6's JavaScript parser does not terminate on a field named `get`.
  async get(path: string): Promise<RestObject> {
    return (await this.call('GET', path)).body;
  }

  async post(path: string, body?: unknown): Promise<RestObject> {
    return (await this.call('POST', path, { body })).body;
  }

  /** Resolves to 2xx and the statuses in `expected`; throws ApiCallError. */
  async call(
    method: Call['method'],
    path: string,
    { body, expected = [] }: { body?: unknown; expected?: readonly number[] } = {},
  ): Promise<ApiResponse> {
    const renewable = this.#refreshToken === undefined ? [] : [401];
    const response = await this.#call(method, path, body, [...expected, ...renewable]);
    if (response.status !== 401 || expected.includes(401)) return response;
    await this.renew();
    return this.#call(method, path, body, expected);
  }

  async renew(): Promise<void> {
    const body = { refreshToken: this.#refreshToken };
    const response = await this.#call('POST', '/users/refresh', body);
    this.token = response.body.accessToken;
    this.#refreshToken = response.body.refreshToken;
  }

  /** One operation at `/graphql`; throws with the first error's message. */
  async graphql(query: string, variables: Record<string, unknown>): Promise<RestObject> {
    const url = `${settings.baseUrl}/graphql`;
    const body = { query, variables };
    const until = Date.now() + maxWaitMs;
    for (;;) {
      const response = await callProduct({ method: 'POST', url, body, token: this.token });
      const code = response.body.errors?.[0]?.extensions?.code;
      if (code === undefined) return response.body.data;
      if (code === 'UNAUTHENTICATED') await this.renew();
      else if (code !== 'UNAVAILABLE' || Date.now() > until)
        throw new ApiCallError({ method: 'POST', url }, response);
      else {
        retriedCalls.add(1);
        await pause(retryDelayMs);
      }
    }
  }

  #call(
    method: Call['method'],
    path: string,
    body?: unknown,
    expected: readonly number[] = [],
  ): Promise<ApiResponse> {
    const url = `${settings.baseUrl}/api${path}`;
    const token = /^\/users\/(register|login|refresh)$/.test(path) ? undefined : this.token;
    return callProduct({ method, url, body, token, expected });
  }

  #storeTokens({ token, refreshToken }: RestObject): this {
    this.token = token;
    this.#refreshToken = refreshToken;
    return this;
  }
}

/** Polls until `find` returns a truthy value; throws with the description at the deadline. */
export async function waitFor<R>(
  what: string,
  find: () => Promise<R | undefined | false | null>,
): Promise<R> {
  const until = Date.now() + maxWaitMs;
  for (let delayMs = 100; ; delayMs = Math.min(1000, delayMs * 1.5)) {
    const result = await find();
    if (result) return result;
    if (Date.now() > until) throw new Error(`timed out waiting for ${what}`);
    await pause(delayMs);
  }
}

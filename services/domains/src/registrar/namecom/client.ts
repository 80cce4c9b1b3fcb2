/** HTTP client of name.com's Core API: sends each request at its turn and reports what is known to have happened. */

import { traced } from '@nameloan/runtime/trace';
import type { z } from 'zod';
import { EppUnavailableError, EppUnknownOutcomeError } from '../registrar-errors.ts';
import { Breaker } from './breaker.ts';
import { Pace, readReset } from './pace.ts';
import type { RequestBudget } from './request-budget.ts';
import { errorShape } from './shapes.ts';

export interface NamecomAccount {
  /** Without a trailing slash. */
  readonly url: string;
  readonly username: string;
  readonly token: string;
  readonly timeoutMs: number;
}

export interface NamecomCall<S extends z.ZodType> {
  readonly method: 'GET' | 'PATCH' | 'POST';
  /** From `/core/v1` on. */
  readonly path: string;
  readonly body?: object | undefined;
  readonly shape: S;
  /** Removed from what the registrar says. */
  readonly secret?: string | undefined;
}

/** The registrar rejected the request; nothing has changed there. */
export class NamecomRejection extends Error {
  readonly status: number;
  /** Its own message and details, shortened. */
  readonly said: string;

  constructor(status: number, said: string) {
    super(`name.com responded ${status}: ${said}`);
    this.name = 'NamecomRejection';
    this.status = status;
    this.said = said;
  }
}

const maxResponseBytes = 2_000_000;
const maxSaidLength = 300;
/** With the timeout of 20 seconds, no request is sent for half a minute after one without a response. */
const timeoutsOfBreak = 1.5;
/** The connection was not established, so nothing was sent. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export class NamecomClient {
  readonly #account: NamecomAccount;
  readonly #pace: Pace;
  readonly #breaker: Breaker;
  readonly #ending = new AbortController();
  #available = true;

  constructor(account: NamecomAccount, budget: RequestBudget) {
    this.#account = account;
    this.#pace = new Pace(budget);
    this.#breaker = new Breaker(account.timeoutMs * timeoutsOfBreak);
  }

  get isAvailable(): boolean {
    return this.#available;
  }

  /**
   * Throws NamecomRejection, EppUnavailableError when nothing has changed, and EppUnknownOutcomeError when a change may
   * have happened. Never repeats a request: the API has no idempotency keys for orders.
   */
  async call<S extends z.ZodType>(call: NamecomCall<S>): Promise<z.output<S>> {
    if (this.#ending.signal.aborted)
      throw new EppUnavailableError('CLOSED', 'The registrar connection is closed.');
    this.#breaker.enter();
    await this.#pace.takeTurn(call.method === 'GET' ? 'QUERY' : 'ORDER');
    const what = `name.com ${call.method} ${call.path.replace(/^\/core\/v1\/(\w+).*$/, '$1')}`;
    try {
      const result = await traced(what, { kind: 'client' }, () => this.#send(call));
      this.#available = true;
      return result;
    } catch (error) {
      this.#available = error instanceof NamecomRejection && error.status !== 401;
      throw error;
    }
  }

  close(): void {
    this.#ending.abort();
  }

  async #send<S extends z.ZodType>(call: NamecomCall<S>): Promise<z.output<S>> {
    const { response, text } = await this.#exchange(call);
    const { status } = response;
    if (status === 429) {
      this.#pace.stopUntil(readReset(response.headers));
      throw new EppUnavailableError('BUSY', 'The registrar limits the rate of requests.');
    }
    if (status === 401)
      throw new EppUnavailableError('LOGIN_REJECTED', 'The registrar rejects the API token.');
    const said = readError(text, call.secret);
    // It also responds 500 to the transfer of a locked name.
    if ((status >= 400 && status < 500) || (status === 500 && /\block/i.test(said)))
      throw new NamecomRejection(status, said);
    if (status >= 500) throw this.#lost(call, `status ${status}: ${said}`);
    const read = call.shape.safeParse(readJson(text));
    if (status < 200 || status > 299 || !read.success)
      throw this.#lost(call, 'its response is not readable');
    return read.data;
  }

  async #exchange<S extends z.ZodType>(
    call: NamecomCall<S>,
  ): Promise<{ response: Response; text: string }> {
    const { url, username, token, timeoutMs } = this.#account;
    try {
      const response = await fetch(`${url}${call.path}`, {
        method: call.method,
        headers: {
          authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`,
          accept: 'application/json',
          ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        ...(call.method === 'GET' ? {} : { body: JSON.stringify(call.body ?? {}) }),
        redirect: 'error',
        signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(timeoutMs)]),
      });
      const text = await readText(response);
      this.#breaker.responded();
      return { response, text };
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      const isUnsent = code !== undefined && unsentCodes.has(code);
      if (isUnsent || (error as Error).name === 'TimeoutError') this.#breaker.silent();
      if (isUnsent)
        throw new EppUnavailableError('UNREACHABLE', `The registrar is not reachable (${code}).`);
      throw this.#lost(call, String(error));
    }
  }

  #lost({ method, path }: Pick<NamecomCall<z.ZodType>, 'method' | 'path'>, why: string): Error {
    return method === 'GET'
      ? new EppUnavailableError('UNREACHABLE', `The registrar did not answer: ${why}`)
      : new EppUnknownOutcomeError(`${method} ${path}`, why);
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) throw new Error('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readError(text: string, secret: string | undefined): string {
  const { data } = errorShape.safeParse(readJson(text));
  const said = [data?.message, data?.details].filter(Boolean).join('; ');
  return (secret ? said.replaceAll(secret, '…') : said).slice(0, maxSaidLength);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

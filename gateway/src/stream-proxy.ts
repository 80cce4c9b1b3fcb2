/** Routes whose bodies the gateway does not read: they go, with the signed actor, to their owner's door. */

import { actorHeader } from '@nameloan/contracts/actor.ts';
import { isErrorCode, readDetails } from '@nameloan/contracts/errors.ts';
import type { Log } from '@nameloan/service/log.ts';
import { traced, traceparent } from '@nameloan/service/trace.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { Agent, request as fetchFrom } from 'undici';
import { ApiErrorException, apiError, internalMessage, unavailableError } from './api-error.ts';
import type { Caller } from './auth/caller.ts';
import type { StreamRow } from './rest/stream-routes.ts';

/** Headers of the caller that the owner needs; the providers' signatures are among them. */
const passedIn = ['content-type', 'stripe-signature', 'x-nowpayments-sig', 'if-none-match'];
const passedOut = [
  'content-type',
  'cache-control',
  'content-length',
  'content-disposition',
  'etag',
  'retry-after',
];

/** Characters; what goes on must fit into one line of HTTP, whatever it is. */
const longestParameter = 1_000;

export interface StreamOptions {
  urlOf(part: StreamRow['part']): string;
  timeoutMs: number;
  log: Log;
}

export class Streams {
  readonly #options: StreamOptions;
  readonly #agent = new Agent({ connections: 32, connectTimeout: 2000 });

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  /** The handler of one row; the body, where there is one, is the raw bytes that came. */
  handlerOf(row: StreamRow) {
    return async (request: FastifyRequest & { caller: Caller }, reply: FastifyReply) => {
      const response = await traced(
        `fetch ${row.part}`,
        { kind: 'client', errorsHandledBy: 'caller' },
        () => this.#pass(row, request),
      );
      if (response.statusCode >= 400) throw await refusedBy(response, row.part);
      reply.code(response.statusCode).header('cache-control', 'no-store');
      for (const name of passedOut) {
        const value = response.headers[name];
        if (value !== undefined) reply.header(name, value);
      }
      return reply.send(response.body);
    };
  }

  async #pass(row: StreamRow, request: FastifyRequest & { caller: Caller }) {
    const params = request.params as Record<string, string>;
    const path = row.door.replace(/\{(\w+)\}/g, (_, name: string) => segment(params[name]));
    const query = new URLSearchParams();
    for (const name of row.query ?? []) {
      const value = (request.query as Record<string, unknown>)[name];
      if (typeof value === 'string') query.set(name, parameter(name, value));
    }
    const headers: Record<string, string> = { [actorHeader]: request.caller.token };
    for (const name of passedIn) {
      const value = request.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    const parent = traceparent();
    if (parent) headers.traceparent = parent;
    try {
      return await fetchFrom(`${this.#options.urlOf(row.part)}${path}?${query}`, {
        method: row.method,
        headers,
        body: row.method === 'POST' ? (request.body as Buffer) : null,
        dispatcher: this.#agent,
        headersTimeout: this.#options.timeoutMs,
        bodyTimeout: this.#options.timeoutMs,
      });
    } catch (error) {
      this.#options.log.warn({ err: error, part: row.part }, 'a door did not answer');
      throw new ApiErrorException({ ...unavailableError(), service: row.part });
    }
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }
}

function parameter(name: string, value: string): string {
  if (value.length <= longestParameter) return value;
  const sentence = `Invalid ${name}: at most ${longestParameter} characters.`;
  throw new ApiErrorException(
    apiError('INVALID_INPUT', sentence, { fields: { [name]: sentence } }),
  );
}

/** A path may carry a token and nothing that changes where it leads. */
function segment(value: string | undefined): string {
  if (value && /^[A-Za-z0-9_-]+$/.test(value)) return value;
  throw new ApiErrorException(apiError('NOT_FOUND', 'There is nothing here.'));
}

/** The owner's refusal in our words' shape; what is no refusal of a caller is a bug between us. */
async function refusedBy(
  response: Dispatcher.ResponseData,
  part: StreamRow['part'],
): Promise<ApiErrorException> {
  const { statusCode, headers, body } = response;
  const given = ((await body.json().catch(() => undefined)) ?? {}) as Record<string, unknown>;
  const { code, message } = given;
  if (statusCode === 503) return new ApiErrorException({ ...unavailableError(), service });
  if (!isErrorCode(code) || code === 'UNAUTHENTICATED' || code === 'INTERNAL') {
    return new ApiErrorException(apiError('INTERNAL', internalMessage));
  }
  const retryAfterSeconds = Number(headers['retry-after']) || undefined;
  return new ApiErrorException(
    apiError(code, String(message), readDetails({ ...given, retryAfterSeconds })),
  );
}

/** Proxies requests whose bodies the gateway does not read to the owning service, with the signed actor. */

import { actorHeader } from '@nameloan/contracts/actor';
import type { ErrorCode } from '@nameloan/contracts/errors';
import { httpStatus, isErrorCode, readDetails } from '@nameloan/contracts/errors';
import type { Log } from '@nameloan/runtime/log';
import { traced, traceparent } from '@nameloan/runtime/trace';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { Agent, request as fetchFrom } from 'undici';
import { ApiErrorException, apiError, internalMessage, unavailableError } from './api-error.ts';
import type { Caller } from './auth/caller.ts';
import type { StreamRoute } from './rest/declarations.ts';

/** Request headers that every route forwards. */
const requestHeaders = ['content-type', 'if-none-match'];
const responseHeaders = [
  'content-type',
  'cache-control',
  'content-length',
  'content-disposition',
  'etag',
  'location',
  'retry-after',
];

/** In characters: the forwarded request line must stay within HTTP limits. */
const maxParameterLength = 1_000;

export interface StreamProxyOptions {
  urlOf(service: StreamRoute['service']): string;
  timeoutMs: number;
  log: Log;
}

export class StreamProxy {
  readonly #options: StreamProxyOptions;
  readonly #agent = new Agent({ connections: 32, connectTimeout: 2000 });

  constructor(options: StreamProxyOptions) {
    this.#options = options;
  }

  /** Creates the handler of one route; a request body arrives as raw bytes. */
  handlerOf(row: StreamRoute) {
    return async (request: FastifyRequest & { caller: Caller }, reply: FastifyReply) => {
      const response = await traced(
        `fetch ${row.service}`,
        { kind: 'client', errorsHandledBy: 'caller' },
        () => this.#forward(row, request),
      );
      if (response.statusCode >= 400)
        throw request.method === 'HEAD' && response.statusCode !== 503
          ? toHeadException(response.statusCode)
          : await toException(response, row.service, request.caller);
      reply.code(response.statusCode).header('cache-control', 'no-store');
      for (const name of responseHeaders) {
        const value = response.headers[name];
        if (value !== undefined) reply.header(name, value);
      }
      return reply.send(response.body);
    };
  }

  async #forward(row: StreamRoute, request: FastifyRequest & { caller: Caller }) {
    const params = request.params as Record<string, string>;
    const path = (row.upstreamPath ?? row.path).replace(/\{(\w+)\}/g, (_, name: string) =>
      assertSegment(params[name]),
    );
    const query = new URLSearchParams();
    for (const name of row.query ?? []) {
      const value = (request.query as Record<string, unknown>)[name];
      if (typeof value === 'string') query.set(name, assertParameter(name, value));
    }
    const headers: Record<string, string> = { [actorHeader]: request.caller.token };
    for (const name of [...requestHeaders, ...(row.requestHeaders ?? [])]) {
      const value = request.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    const parent = traceparent();
    if (parent) headers.traceparent = parent;
    try {
      return await fetchFrom(`${this.#options.urlOf(row.service)}${path}?${query}`, {
        // Services count only a read of the body.
        method: request.method === 'HEAD' ? 'HEAD' : row.method,
        headers,
        body: row.method === 'POST' ? (request.body as Buffer) : null,
        dispatcher: this.#agent,
        headersTimeout: this.#options.timeoutMs,
        bodyTimeout: this.#options.timeoutMs,
      });
    } catch (error) {
      this.#options.log.warn({ err: error, service: row.service }, 'upstream unreachable');
      throw new ApiErrorException({ ...unavailableError(), service: row.service });
    }
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }
}

function assertParameter(name: string, value: string): string {
  if (value.length <= maxParameterLength) return value;
  const sentence = `Invalid ${name}: at most ${maxParameterLength} characters.`;
  throw new ApiErrorException(
    apiError('INVALID_INPUT', sentence, { fields: { [name]: sentence } }),
  );
}

/** A path segment may carry an id or token, but nothing that changes the target. */
function assertSegment(value: string | undefined): string {
  if (value && /^[A-Za-z0-9_-]+$/.test(value)) return value;
  throw new ApiErrorException(apiError('NOT_FOUND', 'There is nothing here.'));
}

/** The answer to HEAD has no body, so the code comes from the status; the visitor sees the status only. */
function toHeadException(statusCode: number): ApiErrorException {
  const codes = Object.keys(httpStatus) as ErrorCode[];
  const code = codes.find((one) => httpStatus[one] === statusCode) ?? 'INTERNAL';
  return new ApiErrorException(apiError(code, internalMessage));
}

/** Converts the service's error; one that no caller can cause is a bug between gateway and service. */
async function toException(
  response: Dispatcher.ResponseData,
  service: StreamRoute['service'],
  caller: Caller,
): Promise<ApiErrorException> {
  const { statusCode, headers, body } = response;
  const given = ((await body.json().catch(() => undefined)) ?? {}) as Record<string, unknown>;
  const { code, message } = given;
  if (statusCode === 503) return new ApiErrorException({ ...unavailableError(), service });
  // A visitor is asked to log in where a link alone is not enough; of an account's signature it means that it was rejected.
  const isOurFault = code === 'UNAUTHENTICATED' && caller.actor.kind === 'account';
  if (!isErrorCode(code) || isOurFault || code === 'INTERNAL') {
    return new ApiErrorException(apiError('INTERNAL', internalMessage));
  }
  const retryAfterSeconds = Number(headers['retry-after']) || undefined;
  return new ApiErrorException(
    apiError(code, String(message), readDetails({ ...given, retryAfterSeconds })),
  );
}

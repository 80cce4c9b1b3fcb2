/**
 * One API call with retries. Retried, and counted separately: a 503, a refused connection, and, if the call is safe to
 * repeat, a missing response. A call that returned 503 may still have had its effect; a 409 on the retry is then not a
 * failure.
 */

import type { RefinedResponse } from 'k6/http';
import http from 'k6/http';
import { answerMs, failedCalls, retriedCalls, writes } from './journey-metrics.ts';

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  body?: unknown;
  token?: string | undefined;
  /** A read that is not a GET. */
  reads?: boolean;
  /** Expected statuses in addition to 2xx. */
  expected?: readonly number[];
}

export interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: response bodies are untyped
  body: any;
  /** Whether the call was retried, so that an earlier attempt may have had its effect. */
  repeated: boolean;
}

/** A call failed permanently; its journey ends and is counted. */
export class ApiCallError extends Error {
  readonly response: ApiResponse;

  constructor(call: Call, response: ApiResponse) {
    const text = JSON.stringify(response.body ?? null).slice(0, 300);
    super(`${call.method} ${call.url} returned status ${response.status}: ${text}`);
    this.response = response;
  }
}

interface ClientIdHolder {
  clientId?: string;
}

const maxRetryMs = 30_000;
const defaultRetryDelayMs = 500;
const attemptTimeout = '20s';

export const pause = (delayMs: number): Promise<void> =>
  new Promise((done) => setTimeout(done, delayMs));

/** Replaces ids in a URL, as in `/escrow/{id}/message`, so that metrics are kept per kind of call. */
export function kindOf(method: string, url: string): string {
  const path = url.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '');
  const segments = path
    .split('/')
    .map((segment) => (/\d/.test(segment) || segment.length >= 20 ? '{id}' : segment));
  return `${method} ${segments.join('/')}`;
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

/** k6's error code for a refused connection. */
const connectionRefused = 1212;
/** k6's error text at the end of the run. */
const runEnded = 'context canceled';

/** Whether the call only reads or has an id by which the product detects the retry. */
function isRepeatable({ method, body, reads = false }: Call): boolean {
  const { clientId, variables } = (body ?? {}) as { clientId?: string; variables?: ClientIdHolder };
  return method === 'GET' || reads || (clientId ?? variables?.clientId) !== undefined;
}

/** k6 reports status 0 for a connection that was refused, reset or timed out. */
function isRetried(call: Call, { status, error_code: code }: RefinedResponse<'text'>): boolean {
  return status === 503 || (status === 0 && (code === connectionRefused || isRepeatable(call)));
}

function retryDelayOf(response: RefinedResponse<'text'>): number {
  const seconds = Number(response.headers['Retry-After']);
  return seconds > 0 ? seconds * 1000 : defaultRetryDelayMs;
}

function sendOnce(call: Call): Promise<RefinedResponse<'text'>> {
  const { method, url, body, token } = call;
  return http.asyncRequest(method, url, body === undefined ? null : JSON.stringify(body), {
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { 'x-access-token': token }),
    },
    tags: { name: kindOf(method, url) },
    timeout: attemptTimeout,
    responseType: 'text',
    redirects: 0,
  });
}

/** Resolves to any expected response; throws ApiCallError for every other. */
export async function callProduct(call: Call): Promise<ApiResponse> {
  const until = Date.now() + maxRetryMs;
  for (let repeated = false; ; repeated = true) {
    const response = await sendOnce(call);
    const { status } = response;
    // A call that is cut off by the end of the run is not a failure: never resolves.
    if (String(response.error).includes(runEnded)) await new Promise<never>(() => {});
    if (isRetried(call, response) && Date.now() < until) {
      retriedCalls.add(1);
      await pause(retryDelayOf(response));
      continue;
    }
    const result = { status, body: parse(response.body), repeated };
    const isAlreadyDone = call.method !== 'GET' && repeated && status === 409;
    const isExpected =
      (status >= 200 && status < 300) || call.expected?.includes(status) || isAlreadyDone;
    answerMs.add(response.timings.duration, { call: kindOf(call.method, call.url) });
    failedCalls.add(!isExpected);
    if (!isExpected) throw new ApiCallError(call, result);
    if (call.method !== 'GET' && !call.reads) writes.add(1);
    return result;
  }
}

/**
 * One call as a patient client makes it. Tried again, and counted apart, is what was answered "not now" (503), what
 * nobody took (a refused connection), and, of calls that may be made twice, what got no answer. Behind a 503 there may
 * have been an effect all the same: then the repeated call is answered 409, which is no failure.
 */

import type { RefinedResponse } from 'k6/http';
import http from 'k6/http';
import { answerMs, failedCalls, retriedTries, writes } from './journey-metrics.ts';

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  body?: unknown;
  token?: string | undefined;
  /** It changes nothing, though it is no GET. */
  reads?: boolean;
  /** Statuses beside 2xx that this call may be answered. */
  expected?: readonly number[];
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read freely; whoever reads checks what it finds
  body: any;
  /** It was tried more than once, so the first try may have had its effect. */
  repeated: boolean;
}

/** The answer of a call that failed for good; the journey ends here and is counted. */
export class CallFailed extends Error {
  readonly answer: Answer;

  constructor(call: Call, answer: Answer) {
    const text = JSON.stringify(answer.body ?? null).slice(0, 300);
    super(`${call.method} ${call.url} answered ${answer.status}: ${text}`);
    this.answer = answer;
  }
}

interface Found {
  clientId?: string;
}

const patienceMs = 30_000;
const usualPauseMs = 500;
const tryTimeout = '20s';

export const pause = (delayMs: number): Promise<void> =>
  new Promise((done) => setTimeout(done, delayMs));

/** `/escrow/{id}/message` of a path with an id in it, so that figures are kept per kind of call. */
export function kindOf(method: string, url: string): string {
  const path = url.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '');
  const parts = path
    .split('/')
    .map((part) => (/\d/.test(part) || part.length >= 20 ? '{id}' : part));
  return `${method} ${parts.join('/')}`;
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

/** As k6 numbers what keeps a call from being sent. */
const connectionRefused = 1212;
/** The end of the whole run, in k6's words. */
const runEnds = 'context canceled';

/** It only reads, or bears an id by which the product knows it again. */
function isRepeatable({ method, body, reads = false }: Call): boolean {
  const { clientId, variables } = (body ?? {}) as { clientId?: string; variables?: Found };
  return method === 'GET' || reads || (clientId ?? variables?.clientId) !== undefined;
}

/** 0 is k6's status of a connection that was refused, reset or silent. */
function isRetried(call: Call, { status, error_code: code }: RefinedResponse<'text'>): boolean {
  return status === 503 || (status === 0 && (code === connectionRefused || isRepeatable(call)));
}

function pauseAfter(response: RefinedResponse<'text'>): number {
  const seconds = Number(response.headers['Retry-After']);
  return seconds > 0 ? seconds * 1000 : usualPauseMs;
}

function tryOnce(call: Call): Promise<RefinedResponse<'text'>> {
  const { method, url, body, token } = call;
  return http.asyncRequest(method, url, body === undefined ? null : JSON.stringify(body), {
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { 'x-access-token': token }),
    },
    tags: { name: kindOf(method, url) },
    timeout: tryTimeout,
    responseType: 'text',
    redirects: 0,
  });
}

/** Resolves to any expected answer; throws CallFailed for every other. */
export async function callProduct(call: Call): Promise<Answer> {
  const until = Date.now() + patienceMs;
  for (let repeated = false; ; repeated = true) {
    const response = await tryOnce(call);
    const { status } = response;
    // What is under way then is nobody's failure, and nobody waits for it.
    if (String(response.error).includes(runEnds)) await new Promise<never>(() => {});
    if (isRetried(call, response) && Date.now() < until) {
      retriedTries.add(1);
      await pause(pauseAfter(response));
      continue;
    }
    const answer = { status, body: parse(response.body), repeated };
    const done = call.method !== 'GET' && repeated && status === 409;
    const good = (status >= 200 && status < 300) || call.expected?.includes(status) || done;
    answerMs.add(response.timings.duration, { call: kindOf(call.method, call.url) });
    failedCalls.add(!good);
    if (!good) throw new CallFailed(call, answer);
    if (call.method !== 'GET' && !call.reads) writes.add(1);
    return answer;
  }
}

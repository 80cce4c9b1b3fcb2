/**
 * One call as a patient client makes it: a 503 and a lost connection are tried again, counted apart. Whoever
 * repeats a call that may have had its effect is answered 409, which then is no failure.
 */

import type { RefinedResponse } from 'k6/http';
import http from 'k6/http';
import { answerMs, failedCalls, retriedTries } from './figures.ts';

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  body?: unknown;
  token?: string | undefined;
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

/** 0 is k6's status of a connection that was refused, reset or silent. */
const isRetried = (status: number) => status === 0 || status === 503;

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
    if (isRetried(status) && Date.now() < until) {
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
    return answer;
  }
}

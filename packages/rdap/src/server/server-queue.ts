/** Requests to one RDAP server wait here for their turn, so a slow server delays only names that it serves. */

import { now } from '@nameloan/runtime/clock';
import type { HttpAnswer } from '../http/get-text.ts';
import { GetError } from '../http/get-text.ts';
import { readRetryAfterMs } from '../http/read-times.ts';
import type { UnknownReason } from '../report.ts';
import { Pace } from './pace.ts';

export interface QueuedRequest {
  /** Sends the request; rejects with GetError. */
  send(): Promise<HttpAnswer>;
  /** Goes ahead of the others; may change while it waits. */
  readonly urgent: boolean;
  /** Removes it from the queue. */
  readonly signal: AbortSignal;
}

export type ServerAnswer =
  | { kind: 'response'; answer: HttpAnswer }
  | { kind: 'unknown'; reason: UnknownReason; retryAt?: Date };

interface Waiting {
  request: QueuedRequest;
  resolve(answer: ServerAnswer): void;
}

/** More than one, because a server may take longer than a second to respond. */
const maxConcurrent = 4;
const maxWaiting = 10_000;
/** Requests wait through shorter pauses; in a longer one they are answered at once, with the time for a retry. */
const maxPauseWaitMs = 5000;

export class ServerQueue {
  readonly #pace: Pace;
  readonly #waiting = new Set<Waiting>();
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Milliseconds between the starts of two requests. */
  constructor(startIntervalMs: number) {
    this.#pace = new Pace(startIntervalMs);
  }

  /** Whether nothing waits, runs or is paused. */
  get idle(): boolean {
    return this.#waiting.size === 0 && this.#running === 0 && this.#pace.waitMs(Date.now()) === 0;
  }

  /** Sends the request in its turn. Never rejects. */
  run(request: QueuedRequest): Promise<ServerAnswer> {
    if (request.signal.aborted) return Promise.resolve(unavailable());
    if (this.#waiting.size >= maxWaiting)
      return Promise.resolve({ ...unavailable(), retryAt: later(maxWaiting * 1000) });
    return new Promise((resolve) => {
      const leave = () => {
        if (this.#waiting.delete(waiting)) resolve(unavailable());
      };
      const waiting: Waiting = {
        request,
        resolve: (answer) => {
          request.signal.removeEventListener('abort', leave);
          resolve(answer);
        },
      };
      this.#waiting.add(waiting);
      request.signal.addEventListener('abort', leave, { once: true });
      this.#schedule();
    });
  }

  /** Answers all that wait with UNAVAILABLE; requests that run are ended by their signals. */
  close(): void {
    clearTimeout(this.#timer);
    for (const { resolve } of this.#waiting) resolve(unavailable());
    this.#waiting.clear();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#answerDuringPause();
    if (this.#waiting.size === 0 || this.#running >= maxConcurrent) return;
    const waitMs = this.#pace.waitMs(Date.now());
    if (waitMs > 0) this.#timer = setTimeout(() => this.#schedule(), waitMs);
    else void this.#startNext();
  }

  #answerDuringPause(): void {
    const pause = this.#pace.pause(Date.now());
    if (!pause || pause.ms <= maxPauseWaitMs) return;
    const answer = { kind: 'unknown', reason: pause.reason, retryAt: later(pause.ms) } as const;
    for (const { resolve } of this.#waiting) resolve(answer);
    this.#waiting.clear();
  }

  async #startNext(): Promise<void> {
    const next = this.#takeNext();
    if (!next) return;
    this.#running += 1;
    this.#pace.started(Date.now());
    this.#schedule();
    try {
      next.resolve(await this.#send(next.request));
    } finally {
      this.#running -= 1;
      this.#schedule();
    }
  }

  #takeNext(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const waiting of this.#waiting) {
      next ??= waiting;
      if (!waiting.request.urgent) continue;
      next = waiting;
      break;
    }
    if (next) this.#waiting.delete(next);
    return next;
  }

  async #send(request: QueuedRequest): Promise<ServerAnswer> {
    try {
      const answer = await request.send();
      return this.#toServerAnswer(answer);
    } catch (error) {
      // The caller left: that says nothing of the server.
      if (request.signal.aborted) return unavailable();
      const code = error instanceof GetError ? error.code : 'UNREACHABLE';
      if (code === 'UNREACHABLE') return this.#recordFailure(undefined);
      this.#pace.succeeded();
      return code === 'TOO_LONG' ? { kind: 'unknown', reason: 'MALFORMED' } : unavailable();
    }
  }

  #toServerAnswer(answer: HttpAnswer): ServerAnswer {
    const { status, headers } = answer;
    const retryAfterMs = readRetryAfterMs(headers);
    if (status === 429) {
      this.#pace.refused(Date.now(), retryAfterMs);
      const pauseMs = this.#pace.pause(Date.now())?.ms ?? 0;
      return { kind: 'unknown', reason: 'RATE_LIMITED', retryAt: later(pauseMs) };
    }
    // 403 is how some servers refuse a network that asked too often.
    if (status >= 500 || status === 403) return this.#recordFailure(retryAfterMs);
    this.#pace.succeeded();
    return { kind: 'response', answer };
  }

  #recordFailure(retryAfterMs: number | undefined): ServerAnswer {
    this.#pace.failed(Date.now(), retryAfterMs);
    return { ...unavailable(), retryAt: later(this.#pace.pause(Date.now())?.ms ?? 0) };
  }
}

const unavailable = () => ({ kind: 'unknown', reason: 'UNAVAILABLE' }) as const;
/** Business time, as the jobs that retry use it. */
const later = (ms: number) => new Date(now().getTime() + ms);

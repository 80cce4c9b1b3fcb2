/**
 * The connection to one registry: a bounded queue that runs one command at a time, reconnects with exponential
 * backoff, and decides what a lost response means.
 */

import { nameSpan, traced, traceparent } from '@nameloan/runtime/trace';
import {
  EppInvalidInputError,
  EppUnavailableError,
  EppUnknownOutcomeError,
} from '../registrar-errors.ts';
import type { SessionSlots, Slot } from '../session-slots.ts';
import type { Command } from './commands.ts';
import type { EppResponse } from './responses.ts';
import type { SessionOptions } from './session.ts';
import { ConnectionLostError, EppSession, LoginRejectedError } from './session.ts';

export interface ConnectionOptions extends SessionOptions {
  /** Maximum of waiting commands; more are rejected. */
  readonly maxQueued: number;
  /** A connection that is idle for this long is kept alive with hello. */
  readonly keepAliveMs: number;
  /** The delay after the first failed connection; it doubles up to maxRetryDelayMs. */
  readonly initialRetryDelayMs: number;
  readonly maxRetryDelayMs: number;
  /** Session slots, when the registry limits the number of sessions. */
  readonly slots?: SessionSlots | undefined;
}

/** Called for each session, because the registry's extensions may differ after a reconnect. */
export type CommandFactory = (session: {
  readonly supportsFees: boolean;
  readonly supportsDs: boolean;
}) => Command;

interface QueuedCommand {
  readonly make: CommandFactory;
  readonly resolve: (answer: EppResponse) => void;
  readonly reject: (error: Error) => void;
  /** When the wait for a connection ends, in milliseconds of performance.now(). */
  readonly deadline: number;
  /** The caller's span, because the worker loop may have been started by another command. */
  readonly traceparent: string | undefined;
}

/** A command may wait in the queue and for a connection for this multiple of the response timeout. */
const queueTimeoutFactor = 3;
const maxAttempts = 3;
/** A command that would wait longer for the next attempt to connect fails, so that an outage does not occupy callers. */
const maxRetryWaitMs = 5_000;

export class EppConnection {
  readonly #options: ConnectionOptions;
  readonly #waiting: QueuedCommand[] = [];
  #session: EppSession | undefined;
  #slot: Slot | undefined;
  #working = false;
  #closed = false;
  #wake: (() => void) | undefined;
  #failures = 0;
  #retryAt = 0;
  #lastFailure = unreachable('The registry has not been reached yet.');
  #keepAlive: NodeJS.Timeout | undefined;
  #idle: Promise<void> = Promise.resolve();

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** False after a failed attempt to connect, until one succeeds. */
  get available(): boolean {
    return this.#failures === 0;
  }

  /**
   * Resolves to the registry's response with any result code. Rejects with EppUnavailableError (nothing was sent),
   * EppUnknownOutcomeError (a change was sent, its response is lost) or EppInvalidInputError.
   */
  run(make: CommandFactory): Promise<EppResponse> {
    if (this.#closed) return Promise.reject(closed());
    if (this.#waiting.length >= this.#options.maxQueued) {
      return Promise.reject(
        new EppUnavailableError('BUSY', 'Too many commands are waiting for the registry.'),
      );
    }
    const deadline = performance.now() + this.#options.timeoutMs * queueTimeoutFactor;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ make, resolve, reject, deadline, traceparent: traceparent() });
      if (!this.#working) this.#idle = this.#work();
    });
  }

  /** Rejects waiting commands, lets the current command finish, and logs out. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#keepAlive);
    for (const job of this.#waiting.splice(0)) job.reject(closed());
    this.#wake?.();
    await this.#idle;
    await this.#leave();
  }

  async #work(): Promise<void> {
    this.#working = true;
    clearTimeout(this.#keepAlive);
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
      if (this.#mustLeave) await this.#leave();
      try {
        const span = {
          kind: 'client',
          service: 'domains',
          parent: job.traceparent ?? null,
        } as const;
        const serving = job;
        job.resolve(await traced('EPP', span, () => this.#serve(serving)));
      } catch (error) {
        job.reject(error instanceof Error ? error : new Error('The command failed.'));
      }
    }
    if (this.#mustLeave) await this.#leave();
    this.#working = false;
    this.#scheduleKeepAlive();
  }

  /** Another replica waits for a session slot, or has taken this one over. */
  get #mustLeave(): boolean {
    return this.#slot !== undefined && (this.#slot.requested || this.#slot.lost);
  }

  async #leave(): Promise<void> {
    await this.#session?.logout();
    await this.#slot?.release();
    this.#slot = undefined;
  }

  async #serve(job: QueuedCommand): Promise<EppResponse> {
    for (let attempts = 1; ; attempts += 1) {
      const session = await this.#connected(job.deadline);
      const command = job.make(session);
      nameSpan(`EPP ${command.name}`);
      try {
        return await session.send(command);
      } catch (error) {
        if (!(error instanceof ConnectionLostError)) throw error;
        this.#lastFailure = unreachable(error.message);
        // A command that was never sent had no effect, and a query may be repeated.
        const repeatable = !error.sent || command.read;
        if (!repeatable) throw new EppUnknownOutcomeError(command.name, error.message);
        if (attempts >= maxAttempts) throw this.#lastFailure;
      }
    }
  }

  /** The open session or a new one; waits for the retry delay after failures, but not beyond the deadline. */
  async #connected(deadline: number): Promise<EppSession> {
    if (this.#session?.isOpen) return this.#session;
    for (;;) {
      const now = performance.now();
      if (now >= deadline) throw this.#lastFailure;
      const pause = Math.min(this.#retryAt, deadline) - now;
      if (pause > maxRetryWaitMs) throw this.#lastFailure;
      if (pause > 0) await this.#sleep(pause);
      if (this.#closed) throw closed();
      if (performance.now() < this.#retryAt) continue;
      if (!(await this.#mayOpen(deadline))) throw noSession();
      try {
        this.#session = await EppSession.open(this.#options);
        this.#failures = 0;
        return this.#session;
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  async #mayOpen(deadline: number): Promise<boolean> {
    const { slots } = this.#options;
    if (!slots || (this.#slot && !this.#slot.lost)) return true;
    try {
      this.#slot = await slots.acquire(deadline, () => {
        if (!this.#working && !this.#closed) this.#idle = this.#work();
      });
    } catch {
      // Without the database the number of open sessions is unknown.
      this.#slot = undefined;
    }
    return this.#slot !== undefined;
  }

  /** A rejected login waits for the maximum delay, because registries lock accounts after failed logins. */
  #failed(error: unknown): void {
    const { initialRetryDelayMs, maxRetryDelayMs } = this.#options;
    this.#failures += 1;
    const doubled = initialRetryDelayMs * 2 ** Math.min(this.#failures - 1, 20);
    const pause =
      error instanceof LoginRejectedError ? maxRetryDelayMs : Math.min(doubled, maxRetryDelayMs);
    // Jitter of up to half the delay, so that several processes do not reconnect at the same time.
    this.#retryAt = performance.now() + pause * (0.5 + Math.random() / 2);
    if (error instanceof EppInvalidInputError) throw error;
    const why = error instanceof Error ? error.message : 'The registry is unreachable.';
    this.#lastFailure = unreachable(why);
    if (!(error instanceof LoginRejectedError)) return;
    this.#lastFailure = new EppUnavailableError('LOGIN_REJECTED', why);
    throw this.#lastFailure;
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #scheduleKeepAlive(): void {
    clearTimeout(this.#keepAlive);
    if (this.#closed || !this.#session?.isOpen) return;
    this.#keepAlive = setTimeout(() => {
      if (!this.#working) this.#idle = this.#sayHello();
    }, this.#options.keepAliveMs);
    this.#keepAlive.unref();
  }

  /** A connection that does not respond is dropped; the next command opens a new one. */
  async #sayHello(): Promise<void> {
    this.#working = true;
    await this.#session?.hello().catch(() => undefined);
    await this.#work();
  }
}

function noSession(): EppUnavailableError {
  return new EppUnavailableError('BUSY', 'All sessions that the registry allows are in use.');
}

function unreachable(why: string): EppUnavailableError {
  return new EppUnavailableError('UNREACHABLE', why);
}

function closed(): EppUnavailableError {
  return new EppUnavailableError('CLOSED', 'The connection to the registry has been closed.');
}

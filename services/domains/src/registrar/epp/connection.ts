/**
 * The standing line to one registry: a bounded queue, one command at a time, a fresh connection after a
 * drop with growing pauses, and the rule for what a lost answer means.
 */

import { nameSpan, traced, traceparent } from '@nameloan/service/trace.ts';
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
  /** Commands that may wait; one more is refused. */
  readonly maxQueued: number;
  /** A connection without traffic for so long is kept alive by hello. */
  readonly keepAliveMs: number;
  /** The pause after the first failed connection; it doubles up to longestPauseMs. */
  readonly initialRetryDelayMs: number;
  readonly maxRetryDelayMs: number;
  /** Where the registry allows so many sessions and no more. */
  readonly slots?: SessionSlots | undefined;
}

/** Made for each connection, because what a registry offers may differ after a reconnect. */
export type CommandFactory = (session: { readonly supportsFees: boolean }) => Command;

interface QueuedCommand {
  readonly make: CommandFactory;
  readonly resolve: (answer: EppResponse) => void;
  readonly reject: (error: Error) => void;
  /** When waiting for a connection ends, in milliseconds of performance.now(). */
  readonly deadline: number;
  /** The span of whoever asked: the line's own work began with someone else's command. */
  readonly traceparent: string | undefined;
}

/** A command may wait for its turn and a connection for so many times the limit of one answer. */
const queueTimeoutFactor = 3;
const maxAttempts = 3;

export class EppConnection {
  readonly #options: ConnectionOptions;
  readonly #waiting: QueuedCommand[] = [];
  #session: EppSession | undefined;
  #slot: Slot | undefined;
  #working = false;
  #closed = false;
  #wake: (() => void) | undefined;
  #failures = 0;
  #quietUntil = 0;
  #lastFailure = unreachable('The registry has not been reached yet.');
  #keepAlive: NodeJS.Timeout | undefined;
  #idle: Promise<void> = Promise.resolve();

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /**
   * The registry's answer, whatever its result code. Rejects with EppUnavailable (nothing was sent),
   * EppUnknownOutcome (a change was sent, the answer is lost) or EppInputRefused.
   */
  run(make: CommandFactory): Promise<EppResponse> {
    if (this.#closed) return Promise.reject(closed());
    if (this.#waiting.length >= this.#options.maxQueued) {
      return Promise.reject(
        new EppUnavailableError('BUSY', 'Too many commands wait for the registry.'),
      );
    }
    const deadline = performance.now() + this.#options.timeoutMs * queueTimeoutFactor;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ make, resolve, reject, deadline, traceparent: traceparent() });
      if (!this.#working) this.#idle = this.#work();
    });
  }

  /** Refuses what waits, lets the command under way finish, and logs out. */
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
        const span = { kind: 'client', part: 'domains', parent: job.traceparent ?? null } as const;
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

  /** Another replica waits for a session, or may have this one already. */
  get #mustLeave(): boolean {
    return this.#slot !== undefined && (this.#slot.wanted || this.#slot.lost);
  }

  async #leave(): Promise<void> {
    await this.#session?.logout();
    await this.#slot?.release();
    this.#slot = undefined;
  }

  async #serve(job: QueuedCommand): Promise<EppResponse> {
    for (let tries = 1; ; tries += 1) {
      const session = await this.#connected(job.deadline);
      const command = job.make(session);
      nameSpan(`EPP ${command.name}`);
      try {
        return await session.send(command);
      } catch (error) {
        if (!(error instanceof ConnectionLostError)) throw error;
        this.#lastFailure = unreachable(error.message);
        // What was never written cannot have happened, and a question may be asked again.
        const repeatable = !error.sent || command.read;
        if (!repeatable) throw new EppUnknownOutcomeError(command.name, error.message);
        if (tries >= maxAttempts) throw this.#lastFailure;
      }
    }
  }

  /** The open session, or a new one; waits out the pause after failures, but not past the deadline. */
  async #connected(deadline: number): Promise<EppSession> {
    if (this.#session?.isOpen) return this.#session;
    for (;;) {
      const now = performance.now();
      if (now >= deadline) throw this.#lastFailure;
      const pause = Math.min(this.#quietUntil, deadline) - now;
      if (pause > 0) await this.#sleep(pause);
      if (this.#closed) throw closed();
      if (performance.now() < this.#quietUntil) continue;
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
      // Without the database nobody knows how many there are.
      this.#slot = undefined;
    }
    return this.#slot !== undefined;
  }

  /** A refused login is not tried again at once: registries lock accounts that guess. */
  #failed(error: unknown): void {
    const { initialRetryDelayMs, maxRetryDelayMs } = this.#options;
    this.#failures += 1;
    const doubled = initialRetryDelayMs * 2 ** Math.min(this.#failures - 1, 20);
    const pause =
      error instanceof LoginRejectedError ? maxRetryDelayMs : Math.min(doubled, maxRetryDelayMs);
    // Spread over half of it, so that several processes do not come back in the same moment.
    this.#quietUntil = performance.now() + pause * (0.5 + Math.random() / 2);
    if (error instanceof EppInvalidInputError) throw error;
    const why = error instanceof Error ? error.message : 'The registry cannot be reached.';
    this.#lastFailure = unreachable(why);
    if (!(error instanceof LoginRejectedError)) return;
    this.#lastFailure = new EppUnavailableError('LOGIN_REFUSED', why);
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

  /** A connection that does not answer is dropped; the next command makes a new one. */
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

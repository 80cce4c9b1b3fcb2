/** Concurrency limiter with bounded queues, in which every client takes its turn. */

import { DomainError, tooManyRequests } from '@nameloan/contracts/errors';

export interface ConcurrencyLimits {
  atOnce: number;
  waiting: number;
  /** Limits of one client; without them one client may use everything. */
  perClient?: ClientLimits;
}

export interface ClientLimits {
  atOnce: number;
  waiting: number;
  /** After `burst` starts in a row, one every `everyMs`. */
  pace?: { burst: number; everyMs: number };
}

interface Client {
  running: number;
  waiting: PromiseWithResolvers<void>[];
  /** When all its starts would have happened at its pace. */
  pacedUntilMs: number;
  timer: NodeJS.Timeout | undefined;
  /** Forgets the client once it is idle. */
  idleTimer: NodeJS.Timeout | undefined;
}

const busy = () =>
  new DomainError('UNAVAILABLE', 'The service is busy right now. Try again.', {
    retryAfterSeconds: 1,
  });

export class ConcurrencyLimiter {
  readonly #limits: Required<ConcurrencyLimits>;
  /** Clients that run or wait; the next turn is that of the first one. */
  readonly #clients = new Map<string, Client>();
  #running = 0;
  #waiting = 0;

  constructor({ atOnce, waiting, perClient = { atOnce, waiting } }: ConcurrencyLimits) {
    this.#limits = { atOnce, waiting, perClient };
  }

  /**
   * Runs `work` when a slot is free. A client waits only behind itself and for its turn among the others.
   * TOO_MANY_REQUESTS if its queue is full; UNAVAILABLE if all queues together are and none is longer than its own.
   */
  async run<R>(work: () => Promise<R>, key = ''): Promise<R> {
    const client = this.#clients.get(key) ?? {
      running: 0,
      waiting: [],
      pacedUntilMs: 0,
      timer: undefined,
      idleTimer: undefined,
    };
    this.#clients.set(key, client);
    try {
      if (client.waiting.length === 0 && this.#isFree(client)) this.#start(client);
      else await this.#wait(client);
    } catch (error) {
      this.#forgetIdle(key, client);
      throw error;
    }
    try {
      return await work();
    } finally {
      client.running--;
      this.#running--;
      this.#forgetIdle(key, client);
      this.#startNext();
    }
  }

  /** TOO_MANY_REQUESTS if work of this client would be rejected now: cheaper than to prepare the work first. */
  assertRoom(key: string): void {
    const client = this.#clients.get(key);
    if (client && client.waiting.length >= this.#limits.perClient.waiting)
      throw this.#tooMany(client);
  }

  /** With the seconds until the queue of the client is worked off at its pace. */
  #tooMany(client: Client): DomainError {
    const { everyMs } = this.#limits.perClient.pace ?? { everyMs: 0 };
    const waitMs = Math.max(0, this.#delayMs(client)) + client.waiting.length * everyMs;
    return tooManyRequests('Too many requests.', waitMs / 1000);
  }

  #isFree(client: Client): boolean {
    const { atOnce, perClient } = this.#limits;
    return (
      this.#running < atOnce && client.running < perClient.atOnce && this.#delayMs(client) <= 0
    );
  }

  /** Time until the client's pace lets it start. */
  #delayMs({ pacedUntilMs }: Client): number {
    const { pace } = this.#limits.perClient;
    return pace ? pacedUntilMs - (pace.burst - 1) * pace.everyMs - performance.now() : 0;
  }

  #start(client: Client): void {
    client.running++;
    this.#running++;
    const { everyMs } = this.#limits.perClient.pace ?? { everyMs: 0 };
    client.pacedUntilMs = Math.max(client.pacedUntilMs, performance.now()) + everyMs;
  }

  #wait(client: Client): Promise<void> {
    const { waiting, perClient } = this.#limits;
    if (this.#waiting >= waiting) this.#makeRoom(client);
    if (client.waiting.length >= perClient.waiting) throw this.#tooMany(client);
    const turn = Promise.withResolvers<void>();
    client.waiting.push(turn);
    this.#waiting++;
    this.#startLater(client);
    return turn.promise;
  }

  /** The last in the longest queue gives way to a client whose queue is shorter. */
  #makeRoom(client: Client): void {
    const lengths = [...this.#clients.values()].map((one) => one.waiting.length);
    const longest = [...this.#clients.values()][lengths.indexOf(Math.max(...lengths))];
    if (!longest || longest.waiting.length <= client.waiting.length + 1) throw busy();
    longest.waiting.pop()?.reject(busy());
    this.#waiting--;
  }

  /** The slot passes directly to the next client, so a concurrent caller cannot take it. */
  #startNext(): void {
    for (const [key, client] of this.#clients) {
      if (client.waiting.length === 0 || !this.#isFree(client)) continue;
      this.#clients.delete(key);
      this.#clients.set(key, client);
      this.#waiting--;
      this.#start(client);
      client.waiting.shift()?.resolve();
      this.#startLater(client);
      return;
    }
  }

  /** No other work may end when the next of a paced client is due. */
  #startLater(client: Client): void {
    const delayMs = this.#delayMs(client);
    if (client.timer || client.waiting.length === 0) return;
    // Work that ends starts the next.
    if (delayMs <= 0 && this.#running > 0) return;
    client.timer = setTimeout(
      () => {
        client.timer = undefined;
        this.#startNext();
        // The timer was early, or another start came first.
        this.#startLater(client);
      },
      Math.max(1, Math.ceil(delayMs)),
    );
  }

  #forgetIdle(key: string, client: Client): void {
    if (client.running > 0 || client.waiting.length > 0) return;
    const restMs = client.pacedUntilMs - performance.now();
    if (restMs <= 0) {
      // A client that was forgotten may have come back as another one.
      if (this.#clients.get(key) === client) this.#clients.delete(key);
      return;
    }
    client.idleTimer ??= setTimeout(() => {
      client.idleTimer = undefined;
      this.#forgetIdle(key, client);
    }, restMs).unref();
  }
}

/**
 * Looks due names up lane by lane. Each lane has a limited number of look-ups in flight, so a slow server delays only the
 * names of its lane; the RDAP client paces the requests to each server. Pure but for the given source.
 */

export interface RefreshSource {
  readonly lanes: readonly string[];
  /** Due names of a lane, most urgent first; includes those in flight. */
  findDue(lane: string, limit: number): Promise<string[]>;
  /** When the next name of any lane is due, in milliseconds from now; 0: now, Infinity: none. */
  nextDueInMs(): Promise<number>;
  /** Looks a name up and stores the result, which also sets when it is due again. Never rejects. */
  refresh(name: string): Promise<void>;
}

/** With a server that answers one request a second, this covers answers that take up to 16 seconds. */
const maxInFlightPerLane = 16;
const busyTickMs = 1000;
const idleTickMs = 15_000;
/** A lane without more due names is not searched again for this many ticks. */
const restTicks = 5;

interface Lane {
  name: string;
  inFlight: Set<string>;
  rests: number;
}

export class RefreshScheduler {
  readonly #source: RefreshSource;
  readonly #lanes: Lane[];
  readonly #running = new Set<Promise<void>>();

  constructor(source: RefreshSource) {
    this.#source = source;
    this.#lanes = source.lanes.map((name) => ({ name, inFlight: new Set(), rests: 0 }));
  }

  /** Starts look-ups and resolves, without awaiting them, to the milliseconds until the next tick. */
  async tick(): Promise<number> {
    if (this.#running.size === 0) {
      const dueInMs = await this.#source.nextDueInMs();
      if (dueInMs > 0) return Math.min(dueInMs, idleTickMs);
    }
    for (const lane of this.#lanes) await this.#fill(lane);
    return busyTickMs;
  }

  async #fill(lane: Lane): Promise<void> {
    if (lane.rests > 0 && this.#running.size > 0) {
      lane.rests--;
      return;
    }
    const { inFlight } = lane;
    if (inFlight.size >= maxInFlightPerLane) return;
    const due = await this.#source.findDue(lane.name, maxInFlightPerLane);
    for (const name of due) if (!inFlight.has(name)) this.#start(lane, name);
    lane.rests = due.length < maxInFlightPerLane ? restTicks : 0;
  }

  #start({ inFlight }: Lane, name: string): void {
    if (inFlight.size >= maxInFlightPerLane) return;
    inFlight.add(name);
    const running = this.#source.refresh(name).finally(() => {
      inFlight.delete(name);
      this.#running.delete(running);
    });
    this.#running.add(running);
  }

  /** Resolves once the look-ups in flight have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }
}

/** Readiness for load balancers: a short outage of a dependency does not make a replica unready. */

/** A dependency that can be unreachable or hang. */
export type Dependency = 'database' | 'bus';

export interface ReadinessReport {
  ok: boolean;
  /** Unreachable dependencies, even if the replica is still ready. */
  unavailable?: Dependency[];
  /** One sentence for each background loop that only fails. */
  stalled?: string[];
}

export interface DependencyChecks {
  /** Must settle even if the database hangs. */
  database(): Promise<boolean>;
  bus(): boolean;
  /** Sentences about background loops that only fail. */
  stalled?(): string[];
}

/**
 * Longer than an election plus the interval of probes. While all replicas have lost the database, one that responds
 * "please try again" is better than none.
 */
const maxOutageMs = 30_000;
/** Shorter than the one-second timeout of probes, which often run while the database hangs. */
const checkTimeoutMs = 500;

export class Readiness {
  readonly #dependencies: DependencyChecks;
  readonly #clock: () => number;
  #begun = false;
  #leaving = false;
  #wasAvailable = false;
  #unavailableSinceMs: number | undefined;
  #check: Promise<void> | undefined;

  constructor(dependencies: DependencyChecks, clock: () => number = () => performance.now()) {
    this.#dependencies = dependencies;
    this.#clock = clock;
  }

  /** All entry points are open. */
  begin(): void {
    this.#begun = true;
  }

  get begun(): boolean {
    return this.#begun;
  }

  /** Reports not ready from now on; everything still works. */
  leave(): void {
    this.#leaving = true;
  }

  get leaving(): boolean {
    return this.#leaving;
  }

  /**
   * Resolves within half a second even if a dependency hangs. Without the bus a replica stays ready: it reads, writes
   * and keeps events in the outbox. Without the database it becomes unready after 30 s, or at once before the first
   * connection. A loop of the outbox, the inbox or the jobs that only fails makes it unready too: its work would never be
   * done here.
   */
  async now(): Promise<ReadinessReport> {
    await this.#checkOnce();
    const outageMs =
      this.#unavailableSinceMs === undefined ? 0 : this.#clock() - this.#unavailableSinceMs;
    const stalled = this.#dependencies.stalled?.() ?? [];
    const open = this.#begun && !this.#leaving && this.#wasAvailable;
    const ok = open && outageMs < maxOutageMs && stalled.length === 0;
    const unavailable: Dependency[] = this.#unavailableSinceMs === undefined ? [] : ['database'];
    if (!this.#dependencies.bus()) unavailable.push('bus');
    return {
      ok,
      ...(unavailable.length > 0 ? { unavailable } : {}),
      ...(stalled.length > 0 ? { stalled } : {}),
    };
  }

  /** Concurrent calls share one check. */
  async #checkOnce(): Promise<void> {
    this.#check ??= this.#checkDatabase().finally(() => {
      this.#check = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, checkTimeoutMs);
    });
    await Promise.race([this.#check, late]);
    clearTimeout(timer);
  }

  async #checkDatabase(): Promise<void> {
    const startedMs = this.#clock();
    if (await this.#dependencies.database()) {
      this.#wasAvailable = true;
      this.#unavailableSinceMs = undefined;
    } else this.#unavailableSinceMs ??= startedMs;
  }
}

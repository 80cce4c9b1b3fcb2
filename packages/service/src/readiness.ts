/** Whether a service can serve, as a load balancer should see it: losses that pass take nobody out. */

/** Database or bus away, or what is asked for it hanging. */
export type Dependency = 'database' | 'bus';

export interface ReadinessReport {
  ok: boolean;
  /** What cannot be reached now, whether or not that counts yet. */
  unavailable?: Dependency[];
}

export interface DependencyChecks {
  /** Must settle by itself, also where the database hangs. */
  database(): Promise<boolean>;
  bus(): boolean;
}

/**
 * Longer than an election, with the time that probes take to notice. While the database is away for all replicas,
 * one that answers "please try again" in words is worth more than none that answers.
 */
const maxOutageMs = 30_000;
/** A probe waits a second at the most, and often asks while the database hangs. */
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

  /** All doors are open. */
  begin(): void {
    this.#begun = true;
  }

  get begun(): boolean {
    return this.#begun;
  }

  /** From now on nothing new is wanted, though all of it still works. */
  leave(): void {
    this.#leaving = true;
  }

  get leaving(): boolean {
    return this.#leaving;
  }

  /**
   * Answers within half a second, whatever hangs. The bus away takes no replica out: it reads, writes and keeps
   * its facts in the outbox. The database does once it has been away for 30 s, or was never there.
   */
  async now(): Promise<ReadinessReport> {
    await this.#checkOnce();
    const outageMs = this.#unavailableSinceMs === undefined ? 0 : this.#clock() - this.#unavailableSinceMs;
    const ok = this.#begun && !this.#leaving && this.#wasAvailable && outageMs < maxOutageMs;
    const unavailable: Dependency[] = this.#unavailableSinceMs === undefined ? [] : ['database'];
    if (!this.#dependencies.bus()) unavailable.push('bus');
    return unavailable.length > 0 ? { ok, unavailable } : { ok };
  }

  /** One look at a time, however many ask. */
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

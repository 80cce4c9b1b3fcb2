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
  readonly #sight: DependencyChecks;
  readonly #clock: () => number;
  #begun = false;
  #leaving = false;
  #wasThere = false;
  #awaySinceMs: number | undefined;
  #looking: Promise<void> | undefined;

  constructor(sight: DependencyChecks, clock: () => number = () => performance.now()) {
    this.#sight = sight;
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
    await this.#look();
    const awayMs = this.#awaySinceMs === undefined ? 0 : this.#clock() - this.#awaySinceMs;
    const ok = this.#begun && !this.#leaving && this.#wasThere && awayMs < maxOutageMs;
    const away: Dependency[] = this.#awaySinceMs === undefined ? [] : ['database'];
    if (!this.#sight.bus()) away.push('bus');
    return away.length > 0 ? { ok, unavailable } : { ok };
  }

  /** One look at a time, however many ask. */
  async #look(): Promise<void> {
    this.#looking ??= this.#seeDatabase().finally(() => {
      this.#looking = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, checkTimeoutMs);
    });
    await Promise.race([this.#looking, late]);
    clearTimeout(timer);
  }

  async #seeDatabase(): Promise<void> {
    const askedMs = this.#clock();
    if (await this.#sight.database()) {
      this.#wasThere = true;
      this.#awaySinceMs = undefined;
    } else this.#awaySinceMs ??= askedMs;
  }
}

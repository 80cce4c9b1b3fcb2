/** Keeps what was found about the providers of domains for up to an hour of wall time, and bounds look-ups at once, in all and per account. */

import type { Discovery } from './discover-provider.ts';

interface Entry {
  readonly discovery: Promise<Discovery>;
  /** Undefined while the look-up runs. */
  staleAt: number | undefined;
}

const maxEntries = 5000;
const maxRunning = 32;
/** A stranger's zone can be slow, and must not use the slots of other accounts. */
const maxRunningPerAccount = 4;
const minuteMs = 60_000;
const agesMs = {
  found: 60 * minuteMs,
  obstacle: 10 * minuteMs,
  unavailable: minuteMs,
  brief: 1000,
};

export class DiscoveryCache {
  readonly #entries = new Map<string, Entry>();
  /** Look-ups that run, by the account that began them. */
  readonly #running = new Map<string, number>();

  /**
   * Callers for the same name share one look-up. What `find` throws is passed on and not kept. `brief`: kept for a
   * second, because the sandbox's provider changes between two clicks.
   */
  async read(
    name: string,
    { accountId, brief }: { accountId: string; brief: boolean },
    find: () => Promise<Discovery>,
  ): Promise<Discovery> {
    const entry = this.#entries.get(name);
    if (entry && (entry.staleAt === undefined || entry.staleAt > performance.now()))
      return entry.discovery;
    if (!this.#hasRoom(accountId)) return { obstacle: 'PROVIDER_UNAVAILABLE', provider: null };
    this.#count(accountId, 1);
    try {
      return await this.#start(name, brief, find);
    } finally {
      this.#count(accountId, -1);
    }
  }

  async #start(name: string, brief: boolean, find: () => Promise<Discovery>): Promise<Discovery> {
    const entry: Entry = { discovery: find(), staleAt: undefined };
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    this.#dropOldest();
    try {
      const discovery = await entry.discovery;
      entry.staleAt = performance.now() + (brief ? agesMs.brief : ageOf(discovery));
      return discovery;
    } catch (error) {
      if (this.#entries.get(name) === entry) this.#entries.delete(name);
      throw error;
    }
  }

  #hasRoom(accountId: string): boolean {
    const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    return all < maxRunning && (this.#running.get(accountId) ?? 0) < maxRunningPerAccount;
  }

  #count(accountId: string, change: 1 | -1): void {
    const count = (this.#running.get(accountId) ?? 0) + change;
    if (count > 0) this.#running.set(accountId, count);
    else this.#running.delete(accountId);
  }

  #dropOldest(): void {
    if (this.#entries.size <= maxEntries) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }
}

function ageOf({ obstacle }: Discovery): number {
  if (obstacle === null) return agesMs.found;
  return obstacle === 'PROVIDER_UNAVAILABLE' ? agesMs.unavailable : agesMs.obstacle;
}

/** Keeps what was found about the providers of domains for up to an hour of wall time, and bounds look-ups at once. */

import type { Discovery } from './discover-provider.ts';

interface Entry {
  readonly discovery: Promise<Discovery>;
  /** Undefined while the look-up runs. */
  staleAt: number | undefined;
}

const maxEntries = 5000;
const maxRunning = 32;
const minuteMs = 60_000;
const agesMs = {
  found: 60 * minuteMs,
  obstacle: 10 * minuteMs,
  unavailable: minuteMs,
  brief: 1000,
};

export class DiscoveryCache {
  readonly #entries = new Map<string, Entry>();
  #running = 0;

  /**
   * Callers for the same name share one look-up. What `find` throws is passed on and not kept. `brief`: kept for a
   * second, because the sandbox's provider changes between two clicks.
   */
  async read(
    name: string,
    { brief }: { brief: boolean },
    find: () => Promise<Discovery>,
  ): Promise<Discovery> {
    const entry = this.#entries.get(name);
    if (entry && (entry.staleAt === undefined || entry.staleAt > performance.now()))
      return entry.discovery;
    if (this.#running >= maxRunning) return { obstacle: 'PROVIDER_UNAVAILABLE', provider: null };
    return this.#start(name, brief, find);
  }

  async #start(name: string, brief: boolean, find: () => Promise<Discovery>): Promise<Discovery> {
    this.#running += 1;
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
    } finally {
      this.#running -= 1;
    }
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

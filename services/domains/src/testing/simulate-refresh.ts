/** Runs the refresh scheduler on a simulated clock, with servers that answer one request a second. */

import { RefreshScheduler } from '../diligence/refresh/refresh-scheduler.ts';

/** As in `plan-refresh.ts`. */
const refreshIntervalMs = 23 * 3_600_000;

/** Runs callbacks in the order of their times, without waiting. */
class SimulatedClock {
  nowMs = 0;
  readonly #queue = new Map<number, (() => void)[]>();
  readonly #times: number[] = [];

  at(ms: number, run: () => void): void {
    const slot = this.#queue.get(ms);
    if (slot) slot.push(run);
    else {
      this.#queue.set(ms, [run]);
      let index = this.#times.length;
      while (index > 0 && (this.#times[index - 1] ?? 0) < ms) index--;
      this.#times.splice(index, 0, ms);
    }
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.at(this.nowMs + ms, resolve));
  }

  /** Lets everything up to this time happen. */
  async runUntil(ms: number): Promise<void> {
    while ((this.#times.at(-1) ?? Number.POSITIVE_INFINITY) <= ms) {
      this.nowMs = this.#times.pop() ?? 0;
      const due = this.#queue.get(this.nowMs) ?? [];
      this.#queue.delete(this.nowMs);
      for (const run of due) run();
      await new Promise(setImmediate);
    }
    this.nowMs = ms;
  }
}

export interface SimulatedServer {
  lane: string;
  names: number;
  /** Of one answer, from its start. */
  latencyMs: number;
}

/** Names in the order in which they are due. A map that deletes its first entries all the time would be slow. */
class DueNames {
  readonly #entries: { name: string; at: number; done: boolean }[] = [];
  readonly #open = new Map<string, { done: boolean }>();
  #head = 0;

  add(name: string, at: number): void {
    const entry = { name, at, done: false };
    this.#entries.push(entry);
    this.#open.set(name, entry);
  }

  end(name: string): void {
    const entry = this.#open.get(name);
    if (entry) entry.done = true;
    while (this.#entries[this.#head]?.done) this.#head++;
  }

  nextAt(): number {
    return this.#entries[this.#head]?.at ?? Number.POSITIVE_INFINITY;
  }

  find(at: number, limit: number): string[] {
    const found: string[] = [];
    for (let index = this.#head; found.length < limit; index++) {
      const entry = this.#entries[index];
      if (!entry || entry.at > at) break;
      if (!entry.done) found.push(entry.name);
    }
    return found;
  }
}

/** Names that become due together, and a server per lane that starts one request a second. */
export function simulateRefresh(servers: readonly SimulatedServer[]) {
  const clock = new SimulatedClock();
  const due = new Map(servers.map(({ lane }) => [lane, new DueNames()]));
  const counts = new Map<string, number>();
  const nextStart = new Map<string, number>();
  for (const { lane, names } of servers)
    for (let at = 0; at < names; at++) due.get(lane)?.add(`${at}.${lane}`, 0);
  const latencyOf = new Map(servers.map(({ lane, latencyMs }) => [lane, latencyMs]));
  const scheduler = new RefreshScheduler({
    lanes: servers.map(({ lane }) => lane),
    findDue: async (lane, limit) => due.get(lane)?.find(clock.nowMs, limit) ?? [],
    nextDueInMs: async () =>
      Math.max(0, Math.min(...[...due.values()].map((names) => names.nextAt())) - clock.nowMs),
    refresh: async (name) => {
      const lane = name.split('.')[1] ?? '';
      const start = Math.max(clock.nowMs, nextStart.get(lane) ?? 0);
      nextStart.set(lane, start + 1000);
      await clock.sleep(start - clock.nowMs + (latencyOf.get(lane) ?? 0));
      due.get(lane)?.end(name);
      due.get(lane)?.add(name, clock.nowMs + refreshIntervalMs);
      counts.set(lane, (counts.get(lane) ?? 0) + 1);
    },
  });
  const run = async () => {
    const inMs = await scheduler.tick();
    clock.at(clock.nowMs + inMs, () => void run());
  };
  clock.at(0, () => void run());
  return { clock, counts };
}

/** The scheduler on a simulated clock, with servers that answer one request a second. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RefreshScheduler } from './refresh-scheduler.ts';

const dayMs = 86_400_000;
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

interface Server {
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
function simulate(servers: readonly Server[]) {
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

test('100,000 names, 80,000 of them at one server, are looked up within a day by one worker, and again on the next', async () => {
  const { clock, counts } = simulate([
    { lane: 'com', names: 80_000, latencyMs: 400 },
    { lane: 'org', names: 12_000, latencyMs: 1500 },
    { lane: 'net', names: 8000, latencyMs: 6000 },
  ]);
  for (const days of [1, 2]) {
    await clock.runUntil(days * dayMs);
    for (const [lane, names] of [
      ['com', 80_000],
      ['org', 12_000],
      ['net', 8000],
    ] as const)
      assert.ok((counts.get(lane) ?? 0) >= days * names, `${lane}: ${counts.get(lane)}`);
  }
});

test('a server that does not respond delays only the names of its lane', async () => {
  const { clock, counts } = simulate([
    { lane: 'com', names: 3000, latencyMs: 300 },
    { lane: 'net', names: 3000, latencyMs: 120_000 },
  ]);
  await clock.runUntil(3100 * 1000);
  assert.equal(counts.get('com'), 3000);
  assert.ok((counts.get('net') ?? 0) < 1000);
});

test('without due names it rests, and a name that becomes due is looked up at the next tick', async () => {
  let [ticks, dueInMs] = [0, 60_000];
  const refreshed: string[] = [];
  const scheduler = new RefreshScheduler({
    lanes: ['com'],
    findDue: async () => (ticks++, dueInMs === 0 ? ['a.com'] : []),
    nextDueInMs: async () => dueInMs,
    refresh: async (name) => void refreshed.push(name),
  });
  assert.equal(await scheduler.tick(), 15_000);
  assert.equal(ticks, 0);
  dueInMs = 0;
  assert.equal(await scheduler.tick(), 1000);
  await scheduler.settled();
  assert.deepEqual(refreshed, ['a.com']);
});

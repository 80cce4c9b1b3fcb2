/** Injects faults into a cluster: one track for processes and one for routes, drawn by a seed, each repaired before the next. */

import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '../flows/environment/service-process.ts';
import type { Cluster } from './cluster.ts';
import type { ProxyState } from './proxy.ts';
import type { Route } from './routes.ts';

/** How often each kind of fault was injected. */
export type FaultCounts = Map<string, number>;

const frozenMs = 5_000;
const maxStarts = 5;
const networkStates: readonly ProxyState[] = ['cut', 'reset', 'dead', 'slow'];

/** Creates a pseudo-random generator of numbers in [0, 1) from a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <T>(random: () => number, items: readonly T[]): T =>
  items[Math.floor(random() * items.length)] as T;

/** Retries like Kubernetes when a start fails because a dependency is down too. */
async function startWithRetry(
  process: ServiceProcess,
  count: (kind: string) => void,
): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      await process.start();
      return;
    } catch (error) {
      if (attempts >= maxStarts) throw error;
      count('failed start');
      await process.kill();
    }
  }
}

async function faultProcess(
  process: ServiceProcess,
  random: () => number,
  count: (kind: string) => void,
) {
  const kind = pick(random, ['kill -9', 'kill -9', 'frozen for 5 s', 'restarted']);
  count(`${kind}: ${process.name.replace(/-\d$/, '')}`);
  if (kind === 'frozen for 5 s') {
    process.freeze();
    await pause(frozenMs);
    process.thaw();
    return;
  }
  await (kind === 'kill -9' ? process.kill() : process.stop());
  await pause(200 + random() * 500);
  await startWithRetry(process, count);
}

async function faultRoute(route: Route, random: () => number, count: (kind: string) => void) {
  const state = pick(random, networkStates);
  count(`network ${state}: ${route.name.replace(/-\d$/, '')}`);
  route.setState(state);
  await pause(500 + random() * 3_500);
  route.setState('open');
}

/** Injects faults while `busy` holds, and at least one into each process and each route. */
export async function injectFaults(
  { environment, routes }: Cluster,
  seed: number,
  busy: () => boolean,
): Promise<FaultCounts> {
  const counts: FaultCounts = new Map();
  const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const track = async <T>(
    targets: readonly T[],
    random: () => number,
    inject: (target: T, random: () => number, count: (kind: string) => void) => Promise<void>,
  ) => {
    const order = targets.toSorted(() => random() - 0.5);
    for (let turn = 0; busy() || turn < order.length; turn++) {
      const startedMs = performance.now();
      await inject(turn < order.length ? (order[turn] as T) : pick(random, order), random, count);
      // Leaves the target healthy for a while, longer on a slow machine, so that it does real work between faults.
      await pause(1_000 + random() * 2_000 + (performance.now() - startedMs));
    }
  };
  await Promise.all([
    track(environment.processes, createRandom(seed), faultProcess),
    track(routes, createRandom(seed + 1), faultRoute),
  ]);
  return counts;
}

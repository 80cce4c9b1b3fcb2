/** What strikes a cluster: drawn by a seed, one strike after another on two tracks, each healed before the next. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Part } from '../flows/world/part.ts';
import type { Cluster } from './cluster.ts';
import type { DoorState } from './proxy.ts';
import type { Way } from './routes.ts';

/** How often each kind of strike has happened. */
export type Strikes = Map<string, number>;

const frozenMs = 5_000;
const mostStarts = 5;
const networkStates: readonly DoorState[] = ['cut', 'reset', 'dead', 'slow'];

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function drawFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <T>(draw: () => number, those: readonly T[]): T =>
  those[Math.floor(draw() * those.length)] as T;

/** As Kubernetes does with one that could not start, because what it needs has been struck too. */
async function startAgain(part: Part, note: (what: string) => void): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await part.start();
      return;
    } catch (error) {
      if (tries >= mostStarts) throw error;
      note('start that failed');
      await part.kill();
    }
  }
}

async function strikePart(part: Part, draw: () => number, note: (what: string) => void) {
  const kind = pick(draw, ['kill -9', 'kill -9', 'stopped for 5 s', 'restarted']);
  note(`${kind}: ${part.name.replace(/-\d$/, '')}`);
  if (kind === 'stopped for 5 s') {
    part.freeze();
    await pause(frozenMs);
    part.thaw();
    return;
  }
  await (kind === 'kill -9' ? part.kill() : part.stop());
  await pause(200 + draw() * 500);
  await startAgain(part, note);
}

async function strikeWay(way: Way, draw: () => number, note: (what: string) => void) {
  const state = pick(draw, networkStates);
  note(`network ${state}: ${way.name.replace(/-\d$/, '')}`);
  way.become(state);
  await pause(500 + draw() * 3_500);
  way.become('open');
}

/** Strikes for as long as `busy`, and at least each part and each way once. */
export async function strike(
  { world, ways }: Cluster,
  seed: number,
  busy: () => boolean,
): Promise<Strikes> {
  const strikes: Strikes = new Map();
  const note = (what: string) => strikes.set(what, (strikes.get(what) ?? 0) + 1);
  const track = async <T>(
    those: readonly T[],
    draw: () => number,
    hit: (one: T, draw: () => number, note: (what: string) => void) => Promise<void>,
  ) => {
    const order = those.toSorted(() => draw() - 0.5);
    for (let turn = 0; busy() || turn < order.length; turn++) {
      const began = performance.now();
      await hit(turn < order.length ? (order[turn] as T) : pick(draw, order), draw, note);
      // Up for a moment too, on a slow machine for longer: what is healed must be felt as well.
      await pause(500 + draw() * 1_000 + (performance.now() - began) / 2);
    }
  };
  await Promise.all([
    track(world.processes, drawFrom(seed), strikePart),
    track(ways, drawFrom(seed + 1), strikeWay),
  ]);
  return strikes;
}

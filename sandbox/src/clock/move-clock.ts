/**
 * Moves business time forward and answers only when everything that became due has been run, by the
 * registry and by every part of the product.
 */

import { invalid } from '../http/control-error.ts';
import { runDueRegistry } from '../registry/registry.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { saveOffset } from './business-clock.ts';
import { notifyServices } from './registered-services.ts';

export interface ClockMove {
  /** So much forward, as in 30d, 12h, 90m or 10s. */
  readonly advance?: string;
  /** To this time, ISO 8601. */
  readonly at?: string;
}

export interface ClockReport {
  readonly now: string;
  readonly offsetMs: number;
  /** False: when patience ended, something was still being run. */
  readonly quiet: boolean;
  readonly rounds: number;
  readonly parts: readonly ServiceReport[];
}

interface ServiceReport {
  readonly name: string;
  /** True: none of its replicas is there any more. */
  readonly gone: boolean;
  /** How many of them follow. */
  readonly replicas: number;
}

const unitMs: Readonly<Record<string, number>> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
};
const minPauseMs = 10;
const maxPauseMs = 150;
const maxOffsetMs = 100 * 366 * 86_400_000;
const queuedMoves = new WeakMap<SandboxContext, Promise<unknown>>();

/** One move after the other. Throws 400 for a move that is not forward, 503 naming a part that is stuck. */
export function moveClock(world: SandboxContext, move: ClockMove): Promise<ClockReport> {
  const mine = (queuedMoves.get(world) ?? Promise.resolve()).then(() => moveNow(world, move));
  queuedMoves.set(
    world,
    mine.catch(() => {}),
  );
  return mine;
}

async function moveNow(world: SandboxContext, move: ClockMove): Promise<ClockReport> {
  // Kept first: a crash from here on leaves parts that ask at start and get the new time.
  saveOffset(world.store, nextOffset(world, move));
  const told = new Map<string, number>();
  let quietRounds = 0;
  let neededQuiet = 1;
  let rounds = 0;
  const giveUpAt = Date.now() + world.clockTimeoutMs;
  while (quietRounds < neededQuiet && Date.now() < giveUpAt) {
    if (rounds > 0) await pause(rounds);
    rounds += 1;
    const before = runDueRegistry(world);
    const answers = await notifyServices(world);
    const after = runDueRegistry(world);
    for (const [name, replicas] of Map.groupBy(answers, (answer) => answer.name))
      told.set(name, replicas.filter((replica) => !replica.gone).length);
    const quiet = before + after === 0 && answers.every((answer) => !answer.busy);
    // What one part ran may be on its way to another that is still at rest: after any work, a single
    // quiet round proves nothing.
    if (!quiet) neededQuiet = 2;
    quietRounds = quiet ? quietRounds + 1 : 0;
  }
  return {
    now: world.clock.now().toISOString(),
    offsetMs: world.clock.offsetMs(),
    quiet: quietRounds >= neededQuiet,
    rounds,
    parts: [...told].map(([name, replicas]) => ({ name, gone: replicas === 0, replicas })),
  };
}

/** Longer from round to round, so that slow work is not asked for to death. */
function pause(round: number): Promise<void> {
  const ms = Math.min(maxPauseMs, minPauseMs * round);
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function nextOffset(world: SandboxContext, move: ClockMove): number {
  const present = world.clock.offsetMs();
  const by = move.advance === undefined ? untilMs(world, move.at) : durationMs(move.advance);
  if (by <= 0) throw invalid('The clock moves forward only.');
  if (present + by > maxOffsetMs) throw invalid('The clock moves at most a hundred years.');
  return present + by;
}

function untilMs(world: SandboxContext, at: string | undefined): number {
  if (at === undefined) throw invalid('Say advance, as in 30d, or at, an ISO time.');
  return Math.ceil(Date.parse(at) - world.clock.now().getTime());
}

function durationMs(advance: string): number {
  const parts = /^(\d{1,6})([dhms])$/.exec(advance);
  if (!parts)
    throw invalid('advance is a number with d, h, m or s, as in 30d.', { field: 'advance' });
  return Number(parts[1]) * (unitMs[parts[2] ?? ''] ?? 0);
}

/**
 * Moves business time forward and resolves only when the registry and every registered service have run
 * everything that became due.
 */

import { invalid } from '../http/control-error.ts';
import { runDueRegistry } from '../registry/registry.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { saveOffsets } from './business-clock.ts';
import { notifyServices } from './registered-services.ts';

export interface ClockMove {
  /** Duration such as 30d, 12h, 90m or 10s. */
  readonly advance?: string;
  /** To this time, ISO 8601. */
  readonly at?: string;
  /** Duration by which account time moves, alone or with business time. */
  readonly accounts?: string;
}

export interface ClockReport {
  readonly now: string;
  readonly offsetMs: number;
  readonly accountsOffsetMs: number;
  /** False: work was still running when the timeout was reached. */
  readonly quiet: boolean;
  readonly rounds: number;
  readonly services: readonly ServiceReport[];
}

interface ServiceReport {
  readonly name: string;
  /** False: none of its replicas is running any more. */
  readonly running: boolean;
  /** Number of running replicas. */
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
const maxYears = 100;
const maxOffsetMs = maxYears * 366 * 86_400_000;
const queuedMoves = new WeakMap<SandboxContext, Promise<unknown>>();

/** Moves run one after another. Throws 400 for a move backwards, and 503 with the name of a service that is stuck. */
export function moveClock(context: SandboxContext, move: ClockMove): Promise<ClockReport> {
  const mine = (queuedMoves.get(context) ?? Promise.resolve()).then(() => moveNow(context, move));
  queuedMoves.set(
    context,
    mine.catch(() => {}),
  );
  return mine;
}

async function moveNow(context: SandboxContext, move: ClockMove): Promise<ClockReport> {
  // Stored first: after a crash, services ask for the offset when they start and get the new time.
  saveOffsets(context.store, nextOffsets(context, move));
  const runningReplicas = new Map<string, number>();
  let quietRounds = 0;
  let neededQuiet = 1;
  let rounds = 0;
  const deadline = Date.now() + context.clockTimeoutMs;
  while (quietRounds < neededQuiet && Date.now() < deadline) {
    if (rounds > 0) await waitBetweenRounds(rounds);
    rounds += 1;
    const before = runDueRegistry(context);
    const replies = await notifyServices(context);
    const after = runDueRegistry(context);
    for (const [name, replicas] of Map.groupBy(replies, (reply) => reply.name))
      runningReplicas.set(name, replicas.filter(({ running }) => running).length);
    const quiet = before + after === 0 && replies.every((reply) => !reply.busy);
    // Work in one service may have sent messages to another that is still idle, so after any work a single
    // quiet round is not enough.
    if (!quiet) neededQuiet = 2;
    quietRounds = quiet ? quietRounds + 1 : 0;
  }
  return {
    now: context.clock.now().toISOString(),
    offsetMs: context.clock.offsetMs(),
    accountsOffsetMs: context.clock.accountsOffsetMs(),
    quiet: quietRounds >= neededQuiet,
    rounds,
    services: [...runningReplicas].map(([name, replicas]) => ({
      name,
      running: replicas > 0,
      replicas,
    })),
  };
}

/** Grows with each round, so that slow work is not polled too often. */
function waitBetweenRounds(round: number): Promise<void> {
  const ms = Math.min(maxPauseMs, minPauseMs * round);
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function nextOffsets({ clock }: SandboxContext, { advance, at, accounts }: ClockMove) {
  const offsetMs = clock.offsetMs();
  const accountsOffsetMs = clock.accountsOffsetMs();
  const add = (present: number, field: keyof ClockMove, by: number) =>
    addForward(present, { field, by });
  return {
    offsetMs:
      advance !== undefined
        ? add(offsetMs, 'advance', durationMs(advance, 'advance'))
        : at !== undefined
          ? add(offsetMs, 'at', Math.ceil(Date.parse(at) - clock.now().getTime()))
          : offsetMs,
    accountsOffsetMs:
      accounts === undefined
        ? accountsOffsetMs
        : add(accountsOffsetMs, 'accounts', durationMs(accounts, 'accounts')),
  };
}

function addForward(present: number, { field, by }: { field: string; by: number }): number {
  if (by <= 0) throw invalid('The clock only moves forward.', { field });
  if (present + by > maxOffsetMs) {
    const days = Math.floor((maxOffsetMs - present) / 86_400_000);
    throw invalid(
      `The clock can be at most ${maxYears} years ahead of real time. Advance it by at most ${days}d.`,
      { field },
    );
  }
  return present + by;
}

function durationMs(duration: string, field: string): number {
  const match = /^(\d+)([dhms])$/.exec(duration);
  if (!match) throw invalid(`${field} is a number with d, h, m or s, such as 30d.`, { field });
  return Number(match[1]) * (unitMs[match[2] ?? ''] ?? 0);
}

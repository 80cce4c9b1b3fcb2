/** Which work of later a loan asks for: what the table would let the platform do, from when on. */

import type { EscrowMove } from '@nameloan/contracts/loan.ts';
import { missingFor, openRow } from './decide.ts';
import type { Escrow } from './escrow.ts';
import type { ClockMove } from './schedule.ts';
import { clockMoves, clockTimes } from './schedule.ts';
import { rowsFor } from './transitions.ts';

/** Since when, or from when on, a loan wants a job to run; null when it does not. One of each kind and loan. */
const jobs = {
  'draw-up-contract': (escrow) => whereOpen(escrow, 'DRAW_CONTRACT', escrow.reservedAt),
  'seal-contract': (escrow) => whereOpen(escrow, 'SEAL_CONTRACT', bothSignedAt(escrow)),
  'run-clock-move': (escrow, now) => nextClockMove(escrow, now)?.at ?? null,
} as const satisfies Record<string, (escrow: Escrow, now: Date) => Date | null>;
export type EscrowJob = keyof typeof jobs;
export const escrowJobs = Object.keys(jobs) as EscrowJob[];

/** When this loan wants this job to run; null when it does not. A job asks it again before it acts. */
export function wantedAt(job: EscrowJob, escrow: Escrow, now: Date): Date | null {
  return jobs[job](escrow, now);
}

export interface ClockStep {
  move: ClockMove;
  /** When it is due; it may have been for a while. */
  at: Date;
}

/** All moves by the clock that lie before this loan as things stand, the first one first. */
export function clockSteps(escrow: Escrow, now: Date): ClockStep[] {
  const steps = clockMoves.flatMap((move) => {
    const known = rowsFor(escrow.status, move).length > 0;
    const at = known ? clockTimes[move](escrow, now) : null;
    return at === null ? [] : [{ move, at }];
  });
  return steps.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** The move that the clock makes next, or has been due to make for a while. */
export function nextClockMove(escrow: Escrow, now: Date): ClockStep | null {
  return clockSteps(escrow, now)[0] ?? null;
}

/** The moment, if the table lets the platform make the move then. */
function whereOpen(escrow: Escrow, move: EscrowMove, at: Date | null): Date | null {
  if (at === null) return null;
  const situation = { role: 'SYSTEM', now: at } as const;
  const row = openRow(rowsFor(escrow.status, move), escrow, situation);
  return row !== null && missingFor(row, escrow, situation) === null ? at : null;
}

function bothSignedAt({ borrowerSignedAt, lenderSignedAt }: Escrow): Date | null {
  if (borrowerSignedAt === null || lenderSignedAt === null) return null;
  return borrowerSignedAt > lenderSignedAt ? borrowerSignedAt : lenderSignedAt;
}

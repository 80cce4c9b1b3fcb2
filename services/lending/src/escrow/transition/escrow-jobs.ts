/** Which work of later a loan asks for: what the table would let the platform do, from when on. */

import type { EscrowTransition } from '@nameloan/contracts/loan.ts';
import type { Escrow } from '../escrow.ts';
import { findGuardFailure, findOpenRule } from './decide-transition.ts';
import type { TimedTransition } from './schedule.ts';
import { timedTransitions, transitionTimes } from './schedule.ts';
import { findRules } from './transition-rules.ts';

/** Since when, or from when on, a loan wants a job to run; null when it does not. One of each kind and loan. */
const jobs = {
  'draw-up-contract': (escrow) => timeIfOpen(escrow, 'DRAW_CONTRACT', escrow.reservedAt),
  'seal-contract': (escrow) => timeIfOpen(escrow, 'SEAL_CONTRACT', bothSignedAt(escrow)),
  'run-timed-transition': (escrow, now) => nextTimedTransition(escrow, now)?.at ?? null,
} as const satisfies Record<string, (escrow: Escrow, now: Date) => Date | null>;
export type EscrowJob = keyof typeof jobs;
export const escrowJobs = Object.keys(jobs) as EscrowJob[];

/** When this loan wants this job to run; null when it does not. A job asks it again before it acts. */
export function findJobTime(job: EscrowJob, escrow: Escrow, now: Date): Date | null {
  return jobs[job](escrow, now);
}

export interface ScheduledTransition {
  transition: TimedTransition;
  /** When it is due; it may have been for a while. */
  at: Date;
}

/** All moves by the clock that lie before this loan as things stand, the first one first. */
export function listScheduledTransitions(escrow: Escrow, now: Date): ScheduledTransition[] {
  const steps = timedTransitions.flatMap((transition) => {
    const known = findRules(escrow.status, transition).length > 0;
    const at = known ? transitionTimes[transition](escrow, now) : null;
    return at === null ? [] : [{ transition, at }];
  });
  return steps.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** The move that the clock makes next, or has been due to make for a while. */
export function nextTimedTransition(escrow: Escrow, now: Date): ScheduledTransition | null {
  return listScheduledTransitions(escrow, now)[0] ?? null;
}

/** The moment, if the table lets the platform make the move then. */
function timeIfOpen(escrow: Escrow, transition: EscrowTransition, at: Date | null): Date | null {
  if (at === null) return null;
  const situation = { role: 'SYSTEM', now: at } as const;
  const rule = findOpenRule(findRules(escrow.status, transition), escrow, situation);
  return rule !== null && findGuardFailure(rule, escrow, situation) === null ? at : null;
}

function bothSignedAt({ borrowerSignedAt, lenderSignedAt }: Escrow): Date | null {
  if (borrowerSignedAt === null || lenderSignedAt === null) return null;
  return borrowerSignedAt > lenderSignedAt ? borrowerSignedAt : lenderSignedAt;
}

/** Derives the scheduled jobs of a loan from the transitions that the platform may make. */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import type { Escrow } from '../escrow.ts';
import { findNextRankChange } from '../rank-loan.ts';
import { findGuardFailure, findOpenRule } from './decide-transition.ts';
import type { TimedTransition } from './timed-transitions.ts';
import { timedTransitionNames, timedTransitions } from './timed-transitions.ts';
import { findRules } from './transitions.ts';

/** When each job of a loan is due; null when it is not needed. A loan has at most one job of each kind. */
const jobTimes = {
  'draw-up-contract': (escrow) => computeTimeIfOpen(escrow, 'DRAW_CONTRACT', escrow.reservedAt),
  'seal-contract': (escrow) =>
    computeTimeIfOpen(escrow, 'SEAL_CONTRACT', computeBothSignedAt(escrow)),
  'seal-amendment': (escrow) =>
    computeTimeIfOpen(escrow, 'SEAL_AMENDMENT', escrow.amended?.effectiveOn ?? null),
  'run-timed-transition': (escrow, now) => findNextTimedTransition(escrow, now)?.at ?? null,
  'update-loan-ranks': computeRankTime,
} as const satisfies Record<string, (escrow: Escrow, now: Date) => Date | null>;
export type EscrowJob = keyof typeof jobTimes;
export const escrowJobs = Object.keys(jobTimes) as EscrowJob[];

/** When the job is due; null when it is not needed. A job checks it again before it acts. */
export function findJobTime(job: EscrowJob, escrow: Escrow, now: Date): Date | null {
  return jobTimes[job](escrow, now);
}

export interface ScheduledTransition {
  transition: TimedTransition;
  /** May be in the past. */
  at: Date;
}

/** The pending timed transitions of this loan, earliest first. */
export function listScheduledTransitions(escrow: Escrow, now: Date): ScheduledTransition[] {
  const steps = timedTransitionNames.flatMap((transition) => {
    const hasRules = findRules(escrow.status, transition).length > 0;
    const at = hasRules ? timedTransitions[transition].dueAt(escrow, now) : null;
    return at === null ? [] : [{ transition, at }];
  });
  return steps.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** The next timed transition, which may be overdue. */
export function findNextTimedTransition(escrow: Escrow, now: Date): ScheduledTransition | null {
  return listScheduledTransitions(escrow, now)[0] ?? null;
}

/** A timed transition at the same moment ranks the loan too. An old record has no such job before it has ranks. */
function computeRankTime(escrow: Escrow, now: Date): Date | null {
  if (escrow.borrowerRank === undefined) return null;
  const at = findNextRankChange(escrow, now);
  const written = listScheduledTransitions(escrow, now).some(
    (step) => step.at.getTime() === at?.getTime(),
  );
  return written ? null : at;
}

/** Returns `at` if the rules allow the platform's transition at that time. */
function computeTimeIfOpen(
  escrow: Escrow,
  transition: EscrowTransition,
  at: Date | null,
): Date | null {
  if (at === null) return null;
  const situation = { role: 'SYSTEM', now: at } as const;
  const rule = findOpenRule(findRules(escrow.status, transition), escrow, situation);
  return rule !== null && findGuardFailure(rule, escrow, situation) === null ? at : null;
}

function computeBothSignedAt({ borrowerSignedAt, lenderSignedAt }: Escrow): Date | null {
  if (borrowerSignedAt === null || lenderSignedAt === null) return null;
  return borrowerSignedAt > lenderSignedAt ? borrowerSignedAt : lenderSignedAt;
}

/**
 * Computes the place of a loan in a party's list: what the party has to do by deadline, then running loans by due date,
 * then what others have to do, then closed loans from the latest end. Stored, so that pages come from an index.
 */

import type { Party } from '../loan/roles.ts';
import { isFinal } from '../loan/status.ts';
import { findDueAt } from './balance/due-date.ts';
import type { Escrow } from './escrow.ts';
import type { WaitContext } from './next-step/party-phrases.ts';
import { listRefinanceMoments } from './next-step/refinance-waits.ts';
import { describeNextAction } from './next-step/waiting-for.ts';
import type { WaitingFor } from './next-step/waiting-labels.ts';
import { computeDisputeDates } from './settlement.ts';
import { computeGraceEnd, computeStage } from './stage.ts';
import { computeFundingDueAt } from './transition/funding.ts';

/** In list order. */
const groups = ['NEEDS_PARTY', 'RUNNING', 'WAITING', 'CLOSED'] as const;
type Group = (typeof groups)[number];

/** Milliseconds; larger than any time within a group, and four of them are exact as a double. */
const groupSpan = 1e14;

/** The lowest rank of a group; the ranks below it are those of the groups before. */
export const lowestRank = (group: Group): number => groups.indexOf(group) * groupSpan;

export type LoanRanks = Pick<Escrow, 'borrowerRank' | 'lenderRank'>;
export type RankContext = Pick<WaitContext, 'now' | 'transferring'>;

export function computeRanks(escrow: Escrow, context: RankContext): Required<LoanRanks> {
  const waiting = describeNextAction(escrow, context);
  const rankFor = (party: Party) => computeRank(escrow, { party, waiting }, context);
  return { borrowerRank: rankFor('BORROWER'), lenderRank: rankFor('LENDER') };
}

/** The first moment after `now` at which a rank changes though the record does not; null if there is none. */
export function findNextRankChange(escrow: Escrow, now: Date): Date | null {
  const rankAt = (at: Date) =>
    Object.values(computeRanks(escrow, { now: at, transferring: false }));
  const current = rankAt(now).join();
  const graceEnd = computeGraceEnd(escrow);
  const moments = [
    computeFundingDueAt(escrow),
    findDueAt(escrow),
    // At the end itself the borrower may still repay.
    graceEnd && new Date(graceEnd.getTime() + 1),
    computeDisputeDates(escrow)?.evidenceUntil ?? null,
    ...listRefinanceMoments(escrow),
  ];
  const later = moments
    .filter((at) => at !== null)
    .filter((at) => at > now)
    .sort((one, other) => one.getTime() - other.getTime());
  return later.find((at) => rankAt(at).join() !== current) ?? null;
}

interface View {
  party: Party;
  waiting: WaitingFor;
}

function computeRank(escrow: Escrow, view: View, { now }: RankContext): number {
  const group = chooseGroup(escrow, view, now);
  const within = Math.min(Math.max(computePosition(escrow, group, view.waiting), 0), groupSpan - 1);
  return lowestRank(group) + within;
}

function chooseGroup(escrow: Escrow, { party, waiting }: View, now: Date): Group {
  if (isFinal(escrow.status)) return 'CLOSED';
  const named = waiting.party === party || waiting.party === 'BOTH';
  switch (computeStage(escrow, now)) {
    case 'ACTIVE':
      return named && waiting.action !== 'REPAY' ? 'NEEDS_PARTY' : 'RUNNING';
    // A part payment that waits for an answer is not all that the borrower owes.
    case 'PAYMENT_CLAIMED':
    // Past its due date, the loan comes before all other running ones for the party that only waits.
    case 'IN_GRACE':
    case 'ACCELERATED':
    case 'OVERDUE':
      return named ? 'NEEDS_PARTY' : 'RUNNING';
    default:
      return named && !isEvidenceDone(escrow, party) ? 'NEEDS_PARTY' : 'WAITING';
  }
}

function isEvidenceDone({ status, escalation }: Escrow, party: Party): boolean {
  return status === 'ESCALATED' && Boolean(escalation?.evidenceDone?.[party]);
}

/** Milliseconds: earlier is first. Without a deadline, what is past due is first and everything else last. */
function computePosition(escrow: Escrow, group: Group, { until }: WaitingFor): number {
  const { finalizedAt, statusAt } = escrow;
  const dueAt = findDueAt(escrow);
  if (group === 'CLOSED') return groupSpan - 1 - (finalizedAt ?? statusAt).getTime();
  const at = group === 'RUNNING' ? dueAt : (until ?? dueAt);
  return at?.getTime() ?? groupSpan - 1;
}

/** How much of a loan's term, and of its grace period, has passed. */

import type { EscrowStage, EscrowStatus } from '../../graph/schema.generated.ts';
import type { StepTime } from '../display/time-segment.tsx';

export interface TimedLoan {
  status: EscrowStatus;
  stage: EscrowStage | null;
  receivedAt: string | null;
  dueAt: string | null;
  graceEndsAt: string | null;
}

const share = (from: string, to: string, now: Date): number =>
  Math.min(
    Math.max((now.getTime() - Date.parse(from)) / (Date.parse(to) - Date.parse(from)), 0),
    1,
  );

/** Undefined until the money has arrived. */
export function computeLoanTime(
  { receivedAt, dueAt, graceEndsAt, status, stage }: TimedLoan,
  now: Date,
): StepTime | undefined {
  if (!receivedAt || !dueAt) return undefined;
  // The grace of an instalment ends before the last one is due.
  const grace = graceEndsAt && graceEndsAt > dueAt ? share(dueAt, graceEndsAt, now) : 0;
  const running = stage === 'OVERDUE' ? 'overdue' : stage === 'IN_GRACE' ? 'grace' : 'running';
  return {
    elapsed: share(receivedAt, dueAt, now),
    grace,
    state: status === 'ESCALATED' ? 'disputed' : running,
  };
}

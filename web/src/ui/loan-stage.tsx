/** Where a loan that runs is, in words beside its chip. */

import type { EscrowStage } from '../graph/schema.generated.ts';

/** Inside "Marked Paid" a loan comes through these. */
const stages: Record<EscrowStage, string> = {
  AWAITING_RECEIPT: 'Receipt not confirmed',
  ACTIVE: 'Running',
  REPAYMENT_CLAIMED: 'Repayment claimed',
  IN_GRACE: 'In grace',
  OVERDUE: 'Overdue',
};

/** The domain is about to be lost. */
export const isUrgent = (stage: EscrowStage | null) => stage === 'IN_GRACE' || stage === 'OVERDUE';

export function LoanStage({ stage }: { stage: EscrowStage }) {
  return (
    <span className={isUrgent(stage) ? 'font-semibold text-2xs text-red' : 'text-2xs text-ink-3'}>
      {stages[stage] ?? ''}
    </span>
  );
}

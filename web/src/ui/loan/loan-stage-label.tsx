/** Where a loan that runs is, in words beside its chip. */

import type { EscrowStage } from '../../graph/schema.generated.ts';
import { OverdueLabel } from './overdue-label.tsx';

/** Inside "Marked Paid" a loan comes through these, and through those of LoanLate. */
const stages: Partial<Record<EscrowStage, string>> = {
  AWAITING_RECEIPT: 'Receipt not confirmed',
  ACTIVE: 'Running',
  REPAYMENT_CLAIMED: 'Repayment claimed',
};

export function LoanStageLabel({ stage }: { stage: EscrowStage }) {
  const words = stages[stage];
  return words ? (
    <span className="text-2xs text-ink-3">{words}</span>
  ) : (
    <OverdueLabel stage={stage} />
  );
}

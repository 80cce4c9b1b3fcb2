/** The stage of a running loan, shown next to its status chip. */

import type { EscrowStage } from '../../graph/schema.generated.ts';
import { OverdueLabel } from './overdue-label.tsx';

/** The stages within "Marked Paid"; OverdueLabel has the others. */
const stages: Partial<Record<EscrowStage, string>> = {
  AWAITING_RECEIPT: 'Receipt not confirmed',
  ACTIVE: 'Running',
  REPAYMENT_CLAIMED: 'Repayment claimed',
};

export function LoanStageLabel({ stage }: { stage: EscrowStage }) {
  const label = stages[stage];
  return label ? (
    <span className="text-2xs text-ink-3">{label}</span>
  ) : (
    <OverdueLabel stage={stage} />
  );
}

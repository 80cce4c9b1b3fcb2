/** Shows that a loan is in grace or overdue; empty for any other loan. */

import type { EscrowStage } from '../../graph/schema.generated.ts';

const late: Partial<Record<EscrowStage, string>> = { IN_GRACE: 'In grace', OVERDUE: 'Overdue' };

export function OverdueLabel({ stage }: { stage: EscrowStage }) {
  return <span className="font-semibold text-2xs text-red">{late[stage]}</span>;
}

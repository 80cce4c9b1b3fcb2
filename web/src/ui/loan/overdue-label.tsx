/** Of a loan whose domain is about to be lost, why; of another, nothing. */

import type { EscrowStage } from '../../graph/schema.generated.ts';

const late: Partial<Record<EscrowStage, string>> = { IN_GRACE: 'In grace', OVERDUE: 'Overdue' };

export function OverdueLabel({ stage }: { stage: EscrowStage }) {
  return <span className="font-semibold text-2xs text-red">{late[stage]}</span>;
}

/** The status chip of a loan. */

import type { EscrowStatus } from '../../graph/schema.generated.ts';
import { Chip } from '../display/chip.tsx';
import { getLoanStatusStyle } from './loan-status-style.ts';

export function LoanStatus({ status }: { status: EscrowStatus }) {
  const { label, tone } = getLoanStatusStyle(status);
  return <Chip tone={tone}>{label}</Chip>;
}

/** The status chip of a transaction. The customer wants an empty cell for all but two statuses. */

import type { TransactionStatus as Status } from '../../graph/schema.generated.ts';
import { Chip } from '../display/chip.tsx';

export function TransactionStatus({ status }: { status: Status }) {
  if (status === 'PENDING') return <Chip tone="amber">Pending</Chip>;
  if (status === 'DONE') return <Chip tone="green">Complete</Chip>;
  return null;
}

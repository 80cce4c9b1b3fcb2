/** Publishes where a party of a loan is paid from now on, or will be. */

import type { EventData } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import type { Escrow } from '../escrow/escrow.ts';

type PayeeChange = Pick<EventData<'lending.escrow.payee-changed'>, 'party' | 'change' | 'first'> & {
  effectiveAt: Date | null;
};

export function emitPayeeChange(
  escrow: Escrow,
  { effectiveAt, ...change }: PayeeChange,
  tx: Tx,
): void {
  const { id: escrowId, domainId, domainName, borrowerId, lenderId } = escrow;
  tx.emit('lending.escrow.payee-changed', escrow, {
    ...{ escrowId, domainId, domainName, borrowerId, lenderId },
    ...change,
    effectiveAt: effectiveAt?.toISOString() ?? null,
  });
}

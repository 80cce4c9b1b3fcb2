/** A name has left the platform's account at the registry: as its owner wished, or not. */

import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { about, loanOf } from '../domain/domain.ts';

export async function endCustody(domain: Domain, tx: Tx): Promise<void> {
  const wished = domain.pendingTransfer === 'OUT' && domain.status === 'CUSTODY_PAID';
  const gone = await domains.move(
    domain,
    {
      ...domain,
      active: false,
      titleName: null,
      pendingTransfer: 'NONE',
      transferOut: null,
      nameserverChange: null,
      endedAt: now(),
      endReason: wished ? 'TRANSFERRED_OUT' : 'CUSTODY_LOST',
    },
    tx,
  );
  await tx.unschedule('transfer-out', domain.id);
  await tx.unschedule('set-nameservers', domain.id);
  if (wished && !domain.reservation) {
    tx.emit('domains.domain.transferred-out', gone, about(gone));
    return;
  }
  const reason = 'The registry gave the domain to another registrar.';
  tx.emit('domains.domain.custody-lost', gone, { ...about(gone), ...loanOf(gone), reason });
}

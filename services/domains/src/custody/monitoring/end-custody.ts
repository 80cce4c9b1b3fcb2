/** A name has left the platform's account at the registry: as its owner wished, or not. */

import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { domainRef, loanRef } from '../../domain/domain.ts';

const reasons = {
  TAKEN: 'The registry gave the domain to another registrar.',
  DELETED: 'The registry does not know the domain any more: its registration has been deleted.',
};

export async function endCustody(
  domain: Domain,
  { end, tx }: { end: keyof typeof reasons; tx: Tx },
): Promise<void> {
  const leaving = domain.pendingTransfer === 'OUT' && domain.status === 'CUSTODY_PAID';
  const wished = leaving && end === 'TAKEN';
  const gone = await domains.update(
    domain,
    {
      ...domain,
      active: false,
      titleName: null,
      pendingTransfer: 'NONE',
      transferOut: null,
      nameserverChange: null,
      custodyCheck: null,
      endedAt: now(),
      endReason: wished ? 'TRANSFERRED_OUT' : 'CUSTODY_LOST',
    },
    tx,
  );
  await tx.unschedule('transfer-out', domain.id);
  await tx.unschedule('set-nameservers', domain.id);
  if (wished && !domain.reservation) {
    tx.emit('domains.domain.transferred-out', gone, domainRef(gone));
    return;
  }
  const fact = { ...domainRef(gone), ...loanRef(gone), reason: reasons[end] };
  tx.emit('domains.domain.custody-lost', gone, fact);
}

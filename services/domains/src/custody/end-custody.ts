/** Records that a domain has left the platform's registrar account: by the owner's transfer out, or as a loss. */

import type { CustodyLossCode } from '@nameloan/contracts/domain-reasons';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { domainRef, isLeaving, loanRef } from '../domain/domain.ts';
import { isHeld } from '../domain/held.ts';
import { removeUnusedReport } from '../domain/remove-unused-report.ts';
import { expiryAlert, hiddenAlert, requestAlert, setAlert } from '../operator-alerts.ts';
import { giveUpPush } from '../push/end-push.ts';

export async function endCustody(
  domain: Domain,
  { end, tx }: { end: CustodyLossCode; tx: Tx },
): Promise<void> {
  const transferringOut = isLeaving(domain) && domain.status === 'CUSTODY_PAID';
  const byOwner = transferringOut && end === 'TRANSFERRED';
  const wasHeld = isHeld(domain);
  const free = await giveUpPush(domain, tx);
  const ended = await domains.update(
    free,
    {
      ...free,
      active: false,
      titleName: null,
      pendingTransfer: 'NONE',
      transferOut: null,
      transferOutStop: null,
      nameserverChange: null,
      custodyCheck: null,
      endedAt: now(),
      endReason: byOwner ? 'TRANSFERRED_OUT' : 'CUSTODY_LOST',
    },
    tx,
  );
  await tx.unschedule('transfer-out', domain.id);
  await tx.unschedule('set-nameservers', domain.id);
  await removeUnusedReport(domain.name, tx);
  for (const alert of [hiddenAlert, requestAlert, expiryAlert])
    tx.afterCommit(() => setAlert(false, alert(domain.id, domain.name)));
  if (byOwner && !domain.reservation) {
    tx.emit('domains.domain.transferred-out', ended, domainRef(ended));
    return;
  }
  const { escrowId } = loanRef(ended);
  const data = {
    ...domainRef(ended),
    // A held domain is not reserved for its loan any more.
    escrowId: escrowId ?? (wasHeld ? (domain.heldFor ?? null) : null),
    reason: { code: end, formerText: null },
  };
  tx.emit('domains.domain.custody-lost', ended, data);
}

/** Applies the registry's report on one of our transfer requests to the domain. */

import type { OrderFailureCode } from '@nameloan/contracts/order-failures';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain, TransferIn } from '../../domain/domain.ts';
import type { Registrar, RegistryTransfer } from '../../registrar/registrar.ts';
import { connectionIdOf } from '../../registrars.ts';
import { endStateAlert, endTransferIn } from './end-transfer-in.ts';

export const approvedStatuses: ReadonlySet<string> = new Set(['clientApproved', 'serverApproved']);
/** Registries may report times in whole seconds. */
const roundingMs = 1000;

const failureCodes: Record<string, OrderFailureCode> = {
  clientRejected: 'REJECTED_BY_REGISTRAR',
  clientCancelled: 'TRANSFER_CANCELLED',
  serverCancelled: 'CANCELLED_BY_REGISTRY',
};

/** Duplicate reports, and reports about transfers that are no longer ours or not of this registrar, have no effect. */
export async function applyTransferNotice(
  registrar: Registrar,
  transfer: RegistryTransfer,
  tx: Tx,
): Promise<void> {
  if (transfer.status === 'pending' || !transfer.ours) return;
  const domain = await domains.findOne(
    { name: transfer.name, pendingTransfer: 'IN', active: true },
    tx,
  );
  const started = domain?.transferIn;
  if (!domain || connectionIdOf(domain) !== registrar.id) return;
  if (!started || started.state === 'ARRIVING' || !isSameTransfer(transfer, started)) return;
  if (approvedStatuses.has(transfer.status)) {
    await markArriving(domain, { approvedAt: transfer.actingAt ?? now(), tx });
    return;
  }
  const reason = toOrderFailure(failureCodes[transfer.status] ?? 'TRANSFER_FAILED');
  await endTransferIn(domain, { reason, requestedAt: transfer.requestedAt, tx });
}

/** The report may be about an earlier transfer of the same name. */
function isSameTransfer(transfer: RegistryTransfer, started: TransferIn): boolean {
  // Only a query lacks the time, and it is about the latest transfer.
  if (!transfer.requestedAt) return true;
  const at = transfer.requestedAt.getTime();
  if (started.requestedAt) return Math.abs(at - started.requestedAt.getTime()) < roundingMs;
  return at > started.startedAt.getTime() - roundingMs;
}

/** The registry has approved the transfer; a job locks the domain before it counts as in custody. */
export async function markArriving(
  domain: Domain,
  { approvedAt, tx }: { approvedAt: Date; tx: Tx },
): Promise<void> {
  if (!domain.transferIn) return;
  const arriving = {
    ...domain.transferIn,
    state: 'ARRIVING' as const,
    encryptedCode: null,
    approvedAt,
  };
  await domains.update(domain, { ...domain, transferIn: arriving }, tx);
  endStateAlert(domain, tx);
  await tx.unschedule('transfer-in', domain.id);
  await tx.unschedule('watch-transfer', domain.id);
  const since = now().getTime();
  await tx.schedule({ kind: 'secure-arrival', key: domain.id, data: { since } });
}

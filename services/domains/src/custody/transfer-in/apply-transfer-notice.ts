/** What the registry says of a transfer that we asked for, brought to the domain it concerns. */

import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain, TransferIn } from '../../domain/domain.ts';
import type { RegistryTransfer } from '../../registrar/registrar.ts';
import { registry } from '../../registry.ts';
import { endTransferIn } from './end-transfer-in.ts';

export const approvedStatuses: ReadonlySet<string> = new Set(['clientApproved', 'serverApproved']);
/** Registries may tell times in whole seconds. */
const roundingMs = 1000;

const failureReasons: Record<string, string> = {
  clientRejected: 'The other registrar rejected the transfer.',
  clientCancelled: 'The transfer was cancelled.',
  serverCancelled: 'The registry cancelled the transfer.',
};

/** Hearing the same twice, or of a transfer that is none of ours any more, changes nothing. */
export async function applyTransferNotice(transfer: RegistryTransfer, tx: Tx): Promise<void> {
  if (transfer.status === 'pending' || transfer.requestedBy !== registry().clientId) return;
  const domain = await domains.findOne(
    { name: transfer.name, pendingTransfer: 'IN', active: true },
    tx,
  );
  const begun = domain?.transferIn;
  if (!domain || !begun || begun.state === 'ARRIVING' || !isSameTransfer(transfer, begun)) return;
  if (approvedStatuses.has(transfer.status)) {
    await markArriving(domain, { approvedAt: transfer.actingAt ?? now(), tx });
    return;
  }
  const reason = failureReasons[transfer.status] ?? 'The transfer ended without success.';
  await endTransferIn(domain, { reason, requestedAt: transfer.requestedAt, tx });
}

/** An earlier transfer of the same name says nothing about this one. */
function isSameTransfer(transfer: RegistryTransfer, begun: TransferIn): boolean {
  const at = transfer.requestedAt.getTime();
  if (begun.requestedAt) return Math.abs(at - begun.requestedAt.getTime()) < roundingMs;
  return at > begun.startedAt.getTime() - roundingMs;
}

/** The name is ours by the registry's word; a job locks it before it is called in custody. */
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
  await tx.unschedule('transfer-in', domain.id);
  await tx.unschedule('watch-transfer', domain.id);
  const since = now().getTime();
  await tx.schedule({ kind: 'secure-arrival', key: domain.id, data: { since } });
}

/** A job that repeats itself: reads the registry's messages and turns each into what it means for a domain. */

import { now } from '@nameloan/service/clock.ts';
import type { JobResult } from '@nameloan/service/store/jobs.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { settings } from '../config.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { about, inCustody, loanOf } from '../domain/domain.ts';
import { commit, domainsKit } from '../domains.ts';
import type { RegistryMessage, RegistryTransfer } from '../registrar/registrar.ts';
import { isUnsettled, registry } from '../registry.ts';
import { endTransferIn } from './transfer-in.ts';

const mostMessages = 200;
const approvals = new Set(['clientApproved', 'serverApproved']);

export async function followRegistry(): Promise<JobResult> {
  try {
    for (let count = 0; count < mostMessages; count++) {
      const message = await registry().poll();
      if (!message) break;
      await take(message);
      // Only now: a crash before this line brings the message again, and taking it twice changes nothing.
      await registry().ack(message.id);
    }
  } catch (error) {
    if (!isUnsettled(error)) throw error;
    domainsKit.log.warn({ err: error }, 'the registry cannot be asked for messages');
  }
  return { again: new Date(now().getTime() + settings.value.EPP_POLL_MS) };
}

async function take(message: RegistryMessage): Promise<void> {
  const { transfer } = message;
  if (!transfer || transfer.status === 'pending') return;
  await commit(async (tx) => {
    if (transfer.requestedBy === registry().clientId) await onOurRequest(transfer, tx);
    else if (transfer.actingBy === registry().clientId && approvals.has(transfer.status)) {
      await onTakenAway(transfer, tx);
    }
  });
}

async function onOurRequest(transfer: RegistryTransfer, tx: Tx): Promise<void> {
  const domain = await domains.findOne(
    { name: transfer.name, pendingTransfer: 'IN', active: true },
    tx,
  );
  const begun = domain?.transferIn;
  if (!domain || !begun || begun.state === 'ARRIVING') return;
  // A message about an earlier transfer of the same name says nothing about this one.
  if (transfer.requestedAt.getTime() < begun.startedAt.getTime() - 60_000) return;
  if (approvals.has(transfer.status)) {
    const approvedAt = transfer.actingAt ?? now();
    const arriving = { ...begun, state: 'ARRIVING' as const, sealedCode: null, approvedAt };
    await domains.move(domain, { ...domain, transferIn: arriving }, tx);
    await tx.unschedule('transfer-in', domain.id);
    await tx.schedule({ kind: 'secure-arrival', key: domain.id });
    return;
  }
  const reason = {
    clientRejected: 'The other registrar rejected the transfer.',
    clientCancelled: 'The transfer was cancelled.',
    serverCancelled: 'The registry cancelled the transfer.',
  }[transfer.status as 'clientRejected'];
  await endTransferIn(domain, { reason: reason ?? 'The transfer ended without success.', tx });
}

async function onTakenAway(transfer: RegistryTransfer, tx: Tx): Promise<void> {
  const domain = await domains.findOne({ titleName: transfer.name, active: true }, tx);
  if (!domain || !inCustody(domain)) return;
  await endCustody(domain, tx);
}

/** The name has left the platform's account: as its owner wished, or not. */
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
      endedAt: now(),
      endReason: wished ? 'TRANSFERRED_OUT' : 'CUSTODY_LOST',
    },
    tx,
  );
  await tx.unschedule('transfer-out', domain.id);
  if (wished && !domain.reservation) {
    tx.emit('domains.domain.transferred-out', gone, about(gone));
    return;
  }
  const reason = 'The registry gave the domain to another registrar.';
  tx.emit('domains.domain.custody-lost', gone, { ...about(gone), ...loanOf(gone), reason });
}

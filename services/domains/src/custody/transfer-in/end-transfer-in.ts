/** Ends a failed transfer in: releases the fee and publishes the reason. */

import type { OrderFailure } from '@nameloan/contracts/order-failures';
import type { Tx } from '@nameloan/persistence/tx';
import { domains } from '../../domain/domain.model.ts';
import type { Domain, TransferIn } from '../../domain/domain.ts';
import { domainRef, loanRef } from '../../domain/domain.ts';
import { setAlert, stateAlert } from '../../operator-alerts.ts';
import { connectionIdOf } from '../../registrars.ts';
import { commit } from '../../service-context.ts';

/** A transfer in that has failed, and why. */
interface TransferFailure {
  holdId: string;
  /** The failure counts only in this state; a concurrent run may have advanced the transfer. */
  state: TransferIn['state'];
  reason: OrderFailure | undefined;
  /** The owner cancelled it. */
  byOwner?: true | undefined;
}

interface RegistryTimes {
  /** The registry's time of the request; its message may arrive before its response to the request. */
  requestedAt?: Date | undefined;
}

/** Ends the transfer with this `holdId` if it is still in this state; see endTransferIn. */
export function failTransferIn(
  id: string,
  { holdId, state, reason, byOwner }: TransferFailure,
): Promise<Domain> {
  return commit(async (tx) => {
    const present = await domains.get(id, tx);
    const { transferIn } = present;
    if (transferIn?.holdId !== holdId || transferIn.state !== state) return present;
    return endTransferIn(present, { reason, byOwner, tx });
  });
}

/** `reason` is published for the owner and a waiting loan; undefined when the caller receives the error directly. */
export async function endTransferIn(
  domain: Domain,
  {
    reason,
    byOwner,
    requestedAt,
    tx,
  }: Pick<TransferFailure, 'reason' | 'byOwner'> & RegistryTimes & { tx: Tx },
): Promise<Domain> {
  const { transferIn } = domain;
  if (!transferIn) return domain;
  const { holdId, feeTaken } = transferIn;
  const failedTransferAt = requestedAt ?? transferIn.requestedAt ?? domain.failedTransferAt ?? null;
  const ended = await domains.update(
    domain,
    { ...domain, pendingTransfer: 'NONE', transferIn: null, failedTransferAt, connectionId: null },
    tx,
  );
  endStateAlert(domain, tx);
  await tx.unschedule('transfer-in', domain.id);
  await tx.unschedule('watch-transfer', domain.id);
  if (feeTaken) await tx.schedule({ kind: 'settle-fee', key: holdId, data: { refund: true } });
  else await tx.schedule({ kind: 'release-hold', key: holdId });
  if (reason !== undefined) {
    const data = { ...domainRef(ended), ...loanRef(ended), reason, byOwner: byOwner ?? false };
    tx.emit('domains.domain.transfer-failed', ended, data);
  }
  return ended;
}

/** A transfer that has ended or is arriving has no unknown state any more. */
export function endStateAlert(domain: Domain, tx: Tx): void {
  const connection = connectionIdOf(domain);
  const { name } = domain;
  tx.afterCommit(() => setAlert(false, stateAlert(connection, { name })));
}

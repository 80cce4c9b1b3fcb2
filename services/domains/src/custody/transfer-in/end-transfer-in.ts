/** A transfer in that came to nothing: the fee goes back, and whoever waits is told why. */

import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain, TransferIn } from '../../domain/domain.ts';
import { domainRef, loanRef } from '../../domain/domain.ts';
import { commit } from '../../service-context.ts';

/** A transfer in as somebody has judged it to be over, and why. */
interface TransferFailure {
  holdId: string;
  /** The only state that the judgement holds for; a rival run that got further knows better. */
  state: TransferIn['state'];
  reason: string | undefined;
  /** The owner called it off. */
  byOwner?: true | undefined;
}

interface RegistryTimes {
  /** By the registry, which may tell it before its own answer to the request has come. */
  requestedAt?: Date;
}

/** Ends the transfer that `holdId` names, if it still stands there; see endTransferIn. */
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

/** `reason` tells the owner, and a loan that waits for the domain; undefined: the caller is told directly. */
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
  const { holdId } = transferIn;
  const failedTransferAt = requestedAt ?? transferIn.requestedAt ?? domain.failedTransferAt ?? null;
  const ended = await domains.update(
    domain,
    { ...domain, pendingTransfer: 'NONE', transferIn: null, failedTransferAt },
    tx,
  );
  await tx.unschedule('transfer-in', domain.id);
  await tx.unschedule('watch-transfer', domain.id);
  await tx.schedule({ kind: 'release-hold', key: holdId });
  if (reason !== undefined) {
    const fact = { ...domainRef(ended), ...loanRef(ended), reason, byOwner: byOwner ?? false };
    tx.emit('domains.domain.transfer-failed', ended, fact);
  }
  return ended;
}

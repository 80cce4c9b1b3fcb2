/** Starts and cancels a transfer out; a job applies it at the registry. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { assertOwner, domainRef } from '../../domain/domain.ts';
import { assertAllowed } from '../../domain/domain-actions.ts';
import { connectionIdOf } from '../../registrars.ts';
import { commit, quotas } from '../../service-context.ts';
import { recordRejectedTransferOut } from '../../transfer-rejection/record-rejection.ts';
import { pollFasterForNow } from '../poll-interval.ts';
import { newTransferOut } from './code-purpose.ts';
import { isValuable, leaveWait, startWait } from './wait.ts';

/** `waits`: a valuable domain waits before anything reaches the registry. The reason of a rejection is recorded. */
export async function startTransferOut(
  actor: AccountActor,
  id: string,
  { waits }: { waits: boolean },
): Promise<Domain> {
  try {
    return await start(actor, id, waits);
  } catch (error) {
    await recordRejectedTransferOut(error, { accountId: actor.accountId, id });
    throw error;
  }
}

function start(actor: AccountActor, id: string, waits: boolean): Promise<Domain> {
  return commit(async (tx) => {
    const domain = assertOwner(await domains.find(id, tx), actor.accountId);
    assertAllowed('TRANSFER_OUT', domain, now());
    await quotas.take('transfersOut', actor.accountId, tx);
    if (waits && isValuable(domain, now())) return startWait(domain, tx);
    const transferring = { ...newTransferOut(), startedAt: now() };
    await tx.schedule({ kind: 'transfer-out', key: id });
    tx.afterCommit(() => pollFasterForNow(connectionIdOf(domain)));
    return domains.update(
      domain,
      { ...domain, pendingTransfer: 'OUT', transferOut: transferring },
      tx,
    );
  });
}

export function cancelTransferOut(actor: AccountActor, id: string): Promise<Domain> {
  return commit(async (tx) => {
    const domain = assertOwner(await domains.find(id, tx), actor.accountId);
    assertAllowed('CANCEL_TRANSFER_OUT', domain, now());
    if (!domain.transferOut) return domain;
    if (domain.transferOut.state === 'WAITING') return cancelWait(domain, tx);
    const relocking = {
      ...domain.transferOut,
      ...{ state: 'RELOCKING' as const, encryptedCode: null, resumes: null },
    };
    await tx.schedule({ kind: 'transfer-out', key: id });
    return domains.update(domain, { ...domain, transferOut: relocking }, tx);
  });
}

/** Nothing has reached the registry, so nothing has to be undone there. */
async function cancelWait(domain: Domain, tx: Tx): Promise<Domain> {
  const { transferOutStop = null } = domain;
  const free = await leaveWait(domain, { transferOutStop }, tx);
  const data = { ...domainRef(free), reason: null, waited: true, codeExpired: false };
  tx.emit('domains.domain.transfer-out-cancelled', free, data);
  return free;
}

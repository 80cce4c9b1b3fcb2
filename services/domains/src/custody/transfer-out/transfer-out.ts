/** Starts and cancels a transfer out; a job applies it at the registry. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { assertOwner } from '../../domain/domain.ts';
import { assertAllowed } from '../../domain/domain-actions.ts';
import { commit, encrypt, quotas } from '../../service-context.ts';
import { newAuthCode } from '../auth-code.ts';
import { pollFasterForNow } from '../poll-interval.ts';
import { transferOutCodePurpose } from './code-purpose.ts';

export function startTransferOut(actor: AccountActor, id: string): Promise<Domain> {
  return commit(async (tx) => {
    const domain = assertOwner(await domains.find(id, tx), actor.accountId);
    assertAllowed('TRANSFER_OUT', domain, now());
    await quotas.take('transfersOut', actor.accountId, tx);
    const transferring = {
      state: 'UNLOCKING' as const,
      encryptedCode: encrypt(newAuthCode(), transferOutCodePurpose),
      startedAt: now(),
    };
    await tx.schedule({ kind: 'transfer-out', key: id });
    tx.afterCommit(pollFasterForNow);
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
    const relocking = { ...domain.transferOut, state: 'RELOCKING' as const, encryptedCode: null };
    await tx.schedule({ kind: 'transfer-out', key: id });
    return domains.update(domain, { ...domain, transferOut: relocking }, tx);
  });
}

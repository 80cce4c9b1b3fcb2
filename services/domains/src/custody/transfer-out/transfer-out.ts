/** The owner takes a domain away, or changes their mind; a job does at the registry what is decided here. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { now } from '@nameloan/service/clock.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { conflict, ownedBy } from '../../domain/domain.ts';
import { commit, quotas, seal } from '../../kit.ts';
import { newAuthCode, ownerCodePurpose } from './auth-code.ts';

export function transferOut(actor: AccountActor, id: string): Promise<Domain> {
  return commit(async (tx) => {
    const domain = ownedBy(await domains.find(id, tx), actor.accountId);
    if (domain.pendingTransfer !== 'NONE')
      throw conflict('TRANSFER_PENDING', 'A transfer of this domain is under way already.');
    if (domain.reservation || domain.status === 'IN_ESCROW')
      throw conflict('RESERVED', 'This domain backs a loan.');
    if (domain.status !== 'CUSTODY_PAID')
      throw conflict('NOT_IN_CUSTODY', 'This domain is not with us.');
    if (domain.listingIds.length > 0) throw conflict('LISTED', 'Remove its listing first.');
    if (domain.renewal) throw conflict('BUSY', 'A renewal of this domain is under way.');
    if (domain.nameserverChange && domain.nameserverChange.refusal === null)
      throw conflict(
        'BUSY',
        'Its nameservers are just being changed. Please try again in a minute.',
      );
    const from = domain.transferOutAvailableAt;
    if (from && from > now()) {
      throw conflict(
        'TRANSFER_LOCK',
        `This domain can be transferred out from ${from.toISOString().slice(0, 10)} on.`,
      );
    }
    await quotas.take('transfersOut', actor.accountId, tx);
    const transferring = {
      state: 'UNLOCKING' as const,
      sealedCode: seal(newAuthCode(), ownerCodePurpose),
      startedAt: now(),
    };
    await tx.schedule({ kind: 'transfer-out', key: id });
    return domains.move(
      domain,
      { ...domain, pendingTransfer: 'OUT', transferOut: transferring },
      tx,
    );
  });
}

export function cancelTransferOut(actor: AccountActor, id: string): Promise<Domain> {
  return commit(async (tx) => {
    const domain = ownedBy(await domains.find(id, tx), actor.accountId);
    if (domain.pendingTransfer !== 'OUT' || !domain.transferOut) {
      throw conflict('NOT_PENDING', 'No transfer out of this domain is under way.');
    }
    const relocking = { ...domain.transferOut, state: 'RELOCKING' as const, sealedCode: null };
    await tx.schedule({ kind: 'transfer-out', key: id });
    return domains.move(domain, { ...domain, transferOut: relocking }, tx);
  });
}

/** The owner takes a domain away: the lock is lifted, a fresh code is set and mailed, the registry reports the rest. */

import { randomInt } from 'node:crypto';
import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { about, conflict, ownedBy } from '../domain/domain.ts';
import { commit, seal, unseal } from '../domains.ts';
import { changeLocked, lockStatuses, setLock } from './lock.ts';

/** Purpose under which the mail opens the code. */
const codePurpose = 'transfer-out code';

/** 20 characters that every registry takes: letters of both cases, digits and a sign of each kind they ask for. */
export function newAuthCode(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const random = Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('');
  return `${random}-aZ${randomInt(2, 10)}`;
}

export function transferOut(actor: AccountActor, id: string): Promise<Domain> {
  return commit(async (tx) => {
    const domain = ownedBy(await domains.find(id, tx), actor.accountId);
    if (domain.pendingTransfer !== 'NONE')
      throw conflict('A transfer of this domain is under way already.');
    if (domain.reservation || domain.status === 'IN_ESCROW')
      throw conflict('This domain backs a loan.');
    if (domain.status !== 'CUSTODY_PAID') throw conflict('This domain is not with us.');
    if (domain.listingId) throw conflict('Remove its listing first.');
    const from = domain.transferOutAvailableAt;
    if (from && from > now()) {
      throw conflict(
        `This domain can be transferred out from ${from.toISOString().slice(0, 10)} on.`,
      );
    }
    const transferring = {
      state: 'UNLOCKING' as const,
      sealedCode: seal(newAuthCode(), codePurpose),
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
      throw conflict('No transfer out of this domain is under way.');
    }
    const relocking = { ...domain.transferOut, state: 'RELOCKING' as const, sealedCode: null };
    await tx.schedule({ kind: 'transfer-out', key: id });
    return domains.move(domain, { ...domain, transferOut: relocking }, tx);
  });
}

/** A job: brings the registry to what the record says, and says so once it is done. */
export async function followTransferOut(job: Job): Promise<void> {
  const domain = await domains.find(job.key);
  if (!domain?.active || !domain.transferOut) return;
  if (domain.transferOut.state === 'UNLOCKING') await unlock(domain);
  else if (domain.transferOut.state === 'RELOCKING') await relock(domain);
}

async function unlock(domain: Domain): Promise<void> {
  const sealed = domain.transferOut?.sealedCode;
  if (!sealed) return;
  await changeLocked(domain.name, { authCode: unseal(sealed, codePurpose) });
  await setLock(domain.name, ['clientDeleteProhibited']);
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    if (present.transferOut?.state !== 'UNLOCKING') return;
    const open = await domains.move(
      present,
      { ...present, transferOut: { ...present.transferOut, state: 'OPEN', sealedCode: null } },
      tx,
    );
    tx.emit('domains.domain.transfer-out-started', open, {
      ...about(open),
      sealedAuthCode: sealed,
    });
  });
}

/** The code that was mailed must not open anything any more. */
async function relock(domain: Domain): Promise<void> {
  await changeLocked(domain.name, { authCode: newAuthCode() });
  await setLock(domain.name, lockStatuses);
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    if (present.transferOut?.state !== 'RELOCKING') return;
    const locked = await domains.move(
      present,
      { ...present, pendingTransfer: 'NONE', transferOut: null },
      tx,
    );
    tx.emit('domains.domain.transfer-out-cancelled', locked, about(locked));
  });
}

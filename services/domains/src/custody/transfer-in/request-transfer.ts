/** Asks the registry for the transfer, once: after a lost answer it looks before it repeats. */

import { now } from '@nameloan/service/clock.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain, TransferIn } from '../../domain/domain.ts';
import { domainRef, loanRef } from '../../domain/domain.ts';
import { withLockExplanation } from '../../registrar/explain-lock.ts';
import type { RegistryTransfer } from '../../registrar/registrar.ts';
import { EppRejectedError } from '../../registrar/registrar-errors.ts';
import {
  isInconclusive,
  readFromRegistry,
  registry,
  rejectionMessage,
  toDomainError,
} from '../../registry.ts';
import { commit, decrypt, serviceContext } from '../../service-context.ts';
import { findSuffix } from '../../suffix/suffixes.ts';
import { expectMessages } from '../poll-interval.ts';
import { failTransferIn } from './end-transfer-in.ts';
import { watchIntervalMs } from './watch-transfer.ts';

/** What the code is sealed for while it rests in the record. */
export const losingCodePurpose = 'transfer-in code';
/** "Already pending" and "already yours": what our own earlier request, its answer lost, looks like. */
const possiblyOursCodes = new Set([2300, 2002]);

interface TransferOrder {
  name: string;
  code: string;
  years: number;
  begun: TransferIn;
}

/**
 * `repeated`: an earlier run may have asked already. Throws the registry's refusal, after which the
 * transfer has ended, or UNAVAILABLE, after which it goes on by itself.
 */
export async function requestTransfer(
  id: string,
  { holdId, repeated }: { holdId: string; repeated: boolean },
): Promise<Domain> {
  const domain = await domains.get(id);
  const begun = domain.transferIn;
  if (begun?.holdId !== holdId || begun.state !== 'REQUESTING' || !begun.encryptedCode)
    return domain;
  const wish = {
    name: domain.name,
    code: decrypt(begun.encryptedCode, losingCodePurpose),
    years: findSuffix(domain.suffix)?.yearsAdded ?? 1,
    begun,
  };
  let transfer: RegistryTransfer;
  try {
    transfer = (repeated ? await findOwnTransfer(wish) : undefined) ?? (await sendRequest(wish));
  } catch (refused) {
    const { name } = wish;
    const error = await withLockExplanation(refused, { name, forbidden: 'TRANSFER', at: now() });
    // Any answer is the registry's first answer: the code is not kept for another try.
    const reason = rejectionMessage(error);
    const left = reason && (await failTransferIn(id, { holdId, state: 'REQUESTING', reason }));
    // A rival run was heard meanwhile, which is why this one was refused.
    if (left && left.transferIn?.holdId === holdId) return left;
    throw toDomainError(error, 'transferCode');
  }
  return markRequested(id, holdId, transfer);
}

async function sendRequest(wish: TransferOrder): Promise<RegistryTransfer> {
  try {
    const agreedCents = wish.begun.registryCents ?? undefined;
    const order = { years: wish.years, agreedCents };
    return await registry().transferRequest(wish.name, wish.code, order);
  } catch (error) {
    if (!(error instanceof EppRejectedError) || !possiblyOursCodes.has(error.resultCode))
      throw error;
    const ours = await findOwnTransfer(wish);
    if (!ours) throw error;
    return ours;
  }
}

/** The transfer that an earlier run of this same wish asked for, whatever became of it; undefined: none did. */
async function findOwnTransfer({
  name,
  code,
  begun,
}: TransferOrder): Promise<RegistryTransfer | undefined> {
  try {
    const transfer = await readFromRegistry(registry().transferQuery(name, code));
    if (transfer.requestedBy !== registry().clientId) return undefined;
    const since = begun.startedAt.getTime() - 1000;
    return transfer.status === 'pending' || transfer.requestedAt.getTime() > since
      ? transfer
      : undefined;
  } catch (error) {
    // "Not pending" (2301) and the like mean: ask for it. A refused code shows at the request itself.
    if (error instanceof EppRejectedError && !isInconclusive(error)) return undefined;
    throw error;
  }
}

async function markRequested(
  id: string,
  holdId: string,
  { name, requestedAt, status }: RegistryTransfer,
): Promise<Domain> {
  const marked = await commit(async (tx) => {
    const present = await domains.get(id, tx);
    const { transferIn } = present;
    if (transferIn?.holdId !== holdId) return undefined;
    if (transferIn.state !== 'REQUESTING') return present;
    const asked = { ...transferIn, state: 'REQUESTED' as const, encryptedCode: null, requestedAt };
    const requested = await domains.update(present, { ...present, transferIn: asked }, tx);
    await tx.unschedule('transfer-in', id);
    // One that has ended already may have been heard of before it was known to be this one: nothing else would tell.
    const waitMs = status === 'pending' ? watchIntervalMs : 0;
    const at = new Date(now().getTime() + waitMs);
    await tx.schedule({ kind: 'watch-transfer', key: id, at });
    tx.afterCommit(expectMessages);
    tx.emit('domains.domain.transfer-started', requested, {
      ...domainRef(requested),
      ...loanRef(requested),
    });
    return requested;
  });
  return marked ?? withdrawTransfer(id, name);
}

/** The transfer was ended here while the registry was being asked: nothing of it may stay there. */
async function withdrawTransfer(id: string, name: string): Promise<Domain> {
  const present = await domains.get(id);
  if (present.pendingTransfer === 'IN') return present;
  await registry()
    .transferCancel(name)
    .catch((error: unknown) => {
      serviceContext.log.error(
        { err: error, name },
        'a transfer that nobody wants could not be ended',
      );
    });
  return present;
}

/** Requests the transfer at the registry exactly once: after a lost response it queries before it repeats. */

import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain, TransferIn } from '../../domain/domain.ts';
import { domainRef, loanRef } from '../../domain/domain.ts';
import { withLockExplanation } from '../../registrar/explain-lock.ts';
import type { Registrar, RegistryTransfer } from '../../registrar/registrar.ts';
import { EppRejectedError } from '../../registrar/registrar-errors.ts';
import { registrarOf } from '../../registrars.ts';
import { findRejection, isInconclusive, readFromRegistry, toDomainError } from '../../registry.ts';
import { commit, decrypt, serviceContext } from '../../service-context.ts';
import { findSuffix } from '../../suffix/suffixes.ts';
import { pollFasterForNow } from '../poll-interval.ts';
import { failTransferIn } from './end-transfer-in.ts';
import { watchIntervalMs } from './watch-transfer.ts';

/** Purpose under which the stored code is encrypted. */
export const transferInCodePurpose = 'transfer-in code';
/** "Already pending" and "already yours": our own earlier request with a lost response gives these codes too. */
const possiblyOursCodes = new Set([2300, 2002]);

interface TransferOrder {
  registrar: Registrar;
  name: string;
  code: string;
  years: number;
  started: TransferIn;
}

/**
 * `repeated`: an earlier run may have sent the request already. Throws the registry's rejection, which ends
 * the transfer, or UNAVAILABLE, after which the job continues it.
 */
export async function requestTransfer(
  id: string,
  { holdId, repeated }: { holdId: string; repeated: boolean },
): Promise<Domain> {
  const domain = await domains.get(id);
  const started = domain.transferIn;
  if (started?.holdId !== holdId || started.state !== 'REQUESTING' || !started.encryptedCode)
    return domain;
  const order = {
    registrar: registrarOf(domain),
    name: domain.name,
    code: decrypt(started.encryptedCode, transferInCodePurpose),
    years: findSuffix(domain.suffix)?.yearsAdded ?? 1,
    started,
  };
  let transfer: RegistryTransfer;
  try {
    transfer = (repeated ? await findOwnTransfer(order) : undefined) ?? (await sendRequest(order));
  } catch (caught) {
    const { registrar, name } = order;
    const forbidden = { registrar, name, forbidden: 'TRANSFER', at: now() } as const;
    const error = await withLockExplanation(caught, forbidden);
    // After any response by the registry the code is not kept for another attempt.
    const reason = findRejection(error);
    const domainNow = reason && (await failTransferIn(id, { holdId, state: 'REQUESTING', reason }));
    // A concurrent run has succeeded, which is why this one was rejected.
    if (domainNow && domainNow.transferIn?.holdId === holdId) return domainNow;
    throw toDomainError(error, 'transferCode');
  }
  return markRequested(id, holdId, { ...transfer, registrar: order.registrar });
}

async function sendRequest(order: TransferOrder): Promise<RegistryTransfer> {
  const { registrar, name, code, years, started } = order;
  try {
    const agreedCents = started.registryCents ?? undefined;
    return await registrar.transferRequest(name, code, { years, agreedCents });
  } catch (error) {
    if (!(error instanceof EppRejectedError) || !possiblyOursCodes.has(error.resultCode))
      throw error;
    const own = await findOwnTransfer(order);
    if (!own) throw error;
    return own;
  }
}

/** The transfer that an earlier run of this order requested, in whatever state; undefined when there is none. */
async function findOwnTransfer({
  registrar,
  name,
  code,
  started,
}: TransferOrder): Promise<RegistryTransfer | undefined> {
  try {
    const transfer = await readFromRegistry(registrar.transferQuery(name, code));
    if (!transfer.ours) return undefined;
    const since = started.startedAt.getTime() - 1000;
    return transfer.status === 'pending' || (transfer.requestedAt?.getTime() ?? 0) > since
      ? transfer
      : undefined;
  } catch (error) {
    // "Not pending" (2301) and similar codes mean that no request exists. A wrong code fails at the request itself.
    if (error instanceof EppRejectedError && !isInconclusive(error)) return undefined;
    throw error;
  }
}

async function markRequested(
  id: string,
  holdId: string,
  { name, requestedAt, status, registrar }: RegistryTransfer & { registrar: Registrar },
): Promise<Domain> {
  const marked = await commit(async (tx) => {
    const present = await domains.get(id, tx);
    const { transferIn } = present;
    if (transferIn?.holdId !== holdId) return undefined;
    if (transferIn.state !== 'REQUESTING') return present;
    const pending = {
      ...transferIn,
      state: 'REQUESTED' as const,
      encryptedCode: null,
      requestedAt: requestedAt ?? null,
    };
    const requested = await domains.update(present, { ...present, transferIn: pending }, tx);
    await tx.unschedule('transfer-in', id);
    // If it has already ended, its message may have been processed before the request was recorded: check at once.
    const waitMs = status === 'pending' ? watchIntervalMs : 0;
    const at = new Date(now().getTime() + waitMs);
    await tx.schedule({ kind: 'watch-transfer', key: id, at });
    tx.afterCommit(() => pollFasterForNow(registrar.id));
    tx.emit('domains.domain.transfer-started', requested, {
      ...domainRef(requested),
      ...loanRef(requested),
    });
    return requested;
  });
  return marked ?? withdrawTransfer(id, registrar, name);
}

/** The transfer ended here while the request was being sent, so it is withdrawn at the registry. */
async function withdrawTransfer(id: string, registrar: Registrar, name: string): Promise<Domain> {
  const present = await domains.get(id);
  if (present.pendingTransfer === 'IN') return present;
  await registrar.transferCancel(name).catch((error: unknown) => {
    serviceContext.log.error(
      { err: error, name },
      'orphaned transfer request could not be cancelled',
    );
  });
  return present;
}

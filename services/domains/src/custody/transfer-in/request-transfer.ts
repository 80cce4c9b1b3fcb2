/** Requests the transfer at the registry exactly once: after a lost response it queries before it repeats. */

import type { OrderFailure } from '@nameloan/contracts/order-failures';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain, TransferIn } from '../../domain/domain.ts';
import { domainRef, loanRef } from '../../domain/domain.ts';
import { withLockExplanation } from '../../registrar/explain-lock.ts';
import type { Registrar, RegistryTransfer } from '../../registrar/registrar.ts';
import {
  EppRejectedError,
  EppUnavailableError,
  EppUnknownOutcomeError,
} from '../../registrar/registrar-errors.ts';
import { registrarOf } from '../../registrars.ts';
import { findRejection, isInconclusive, readFromRegistry, toDomainError } from '../../registry.ts';
import { commit, decrypt, serviceContext } from '../../service-context.ts';
import { findSuffix } from '../../suffix/suffixes.ts';
import { pollFasterForNow } from '../poll-interval.ts';
import { approvedStatuses } from './apply-transfer-notice.ts';
import { failTransferIn } from './end-transfer-in.ts';
import { watchIntervalMs } from './watch-transfer.ts';

/** Purpose under which the stored code is encrypted. */
export const transferInCodePurpose = 'transfer-in code';
/** "Already pending" and "already yours": our own earlier request with a lost response gives these codes too. */
const possiblyOursCodes = new Set([2300, 2002]);

/** How long an order waits for the operator to add money at the registrar, or to get access there. */
const maxOperatorWaitMs = 3 * 86_400_000;

interface TransferOrder {
  registrar: Registrar;
  /** An earlier run may have sent the request already. */
  repeated: boolean;
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
    repeated,
    name: domain.name,
    code: decrypt(started.encryptedCode, transferInCodePurpose),
    years: findSuffix(domain.suffix)?.yearsAdded ?? 1,
    started,
  };
  let transfer: RegistryTransfer;
  try {
    await assertNoRival(domain, order.registrar);
    transfer = (repeated ? await findOwnTransfer(order) : undefined) ?? (await sendRequest(order));
  } catch (caught) {
    const { registrar, name } = order;
    const forbidden = { registrar, name, forbidden: 'TRANSFER', at: now() } as const;
    const error = await withLockExplanation(caught, forbidden);
    // After any response by the registry the code is not kept for another attempt.
    const wait = findOperatorWait(order, error);
    if (wait !== undefined) await recordWait(id, holdId, wait === 'WAITS');
    const reason =
      wait === 'WAITS' ? undefined : (findRejection(error) ?? findDenial(order, error));
    const domainNow = reason && (await failTransferIn(id, { holdId, state: 'REQUESTING', reason }));
    // A concurrent run has succeeded, which is why this one was rejected.
    if (domainNow && domainNow.transferIn?.holdId === holdId) return domainNow;
    throw toDomainError(error, 'transferCode');
  }
  return markRequested(id, holdId, { ...transfer, registrar: order.registrar });
}

/**
 * WAITS: the operator adds money or gets access, and the order is repeated. Where the fee is due on arrival, money is not
 * the cause. UNKNOWN: it may have been ordered. Undefined: neither.
 */
function findOperatorWait(
  { registrar, started }: TransferOrder,
  error: unknown,
): 'WAITS' | 'UNKNOWN' | undefined {
  if (error instanceof EppUnknownOutcomeError) return 'UNKNOWN';
  if (!(error instanceof EppRejectedError)) return undefined;
  const needsMoney = error.code === 'REGISTRY_CREDIT' && registrar.capabilities.feeAt === 'REQUEST';
  if (!needsMoney && error.code !== 'ACCESS_DENIED') return undefined;
  return hasWaited(started) ? undefined : 'WAITS';
}

const hasWaited = ({ startedAt }: TransferIn) =>
  now().getTime() - startedAt.getTime() >= maxOperatorWaitMs;

/** Access to the account is denied also to queries, and nothing was ordered: it ends as after a rejection. */
function findDenial({ started }: TransferOrder, error: unknown): OrderFailure | undefined {
  const isDenied = error instanceof EppUnavailableError && error.code === 'LOGIN_REJECTED';
  if (!isDenied || !started.waitsForOperator || !hasWaited(started)) return undefined;
  return toOrderFailure('REGISTRY_UNAVAILABLE');
}

/** The owner can cancel it while it waits. */
async function recordWait(id: string, holdId: string, waitsForOperator: boolean): Promise<void> {
  await commit(async (tx) => {
    const present = await domains.get(id, tx);
    const { transferIn } = present;
    if (transferIn?.holdId !== holdId || transferIn.state !== 'REQUESTING') return;
    if (Boolean(transferIn.waitsForOperator) === waitsForOperator) return;
    await domains.update(
      present,
      { ...present, transferIn: { ...transferIn, waitsForOperator } },
      tx,
    );
  });
}

/**
 * A registrar that does not check the code before it reports a transfer would report another account's transfer of the
 * name as ours: the one that started first counts.
 */
async function assertNoRival({ id, name, transferIn }: Domain, registrar: Registrar) {
  if (registrar.capabilities.knowsOtherNames || !transferIn) return;
  const rivals = await domains.findMany({ name, pendingTransfer: 'IN', active: true });
  const { startedAt } = transferIn;
  const isEarlier = (rival: Domain) => {
    const difference = (rival.transferIn?.startedAt.getTime() ?? 0) - startedAt.getTime();
    return difference < 0 || (difference === 0 && rival.id < id);
  };
  if (!rivals.some((rival) => rival.id !== id && rival.transferIn && isEarlier(rival))) return;
  const serverMessage = 'Another account is transferring this name.';
  throw new EppRejectedError({ resultCode: 2300, serverMessage, reason: undefined });
}

async function sendRequest(order: TransferOrder): Promise<RegistryTransfer> {
  const { registrar, name, code, years, started, repeated } = order;
  try {
    const agreedCents = started.registryCents ?? undefined;
    return await registrar.transferRequest(name, code, { years, agreedCents });
  } catch (error) {
    if (!(error instanceof EppRejectedError) || !possiblyOursCodes.has(error.resultCode))
      throw error;
    // It has not checked the code, so only an earlier run of this order can have requested it.
    if (!registrar.capabilities.knowsOtherNames && !repeated) throw error;
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
    if (transfer.status === 'pending' || (transfer.requestedAt?.getTime() ?? 0) > since)
      return transfer;
    // Without its time, an approved transfer is this one if the name has arrived.
    const isApproved = !transfer.requestedAt && approvedStatuses.has(transfer.status);
    return isApproved && (await registrar.info(name)).ours ? transfer : undefined;
  } catch (error) {
    // "Not pending" (2301) and similar codes mean that no request exists. A wrong code fails at the request itself.
    if (error instanceof EppRejectedError && !isInconclusive(error)) return undefined;
    throw error;
  }
}

async function markRequested(
  id: string,
  holdId: string,
  { name, requestedAt, status, obstacle, registrar }: RegistryTransfer & { registrar: Registrar },
): Promise<Domain> {
  const marked = await commit(async (tx) => {
    const present = await domains.get(id, tx);
    const { transferIn } = present;
    if (transferIn?.holdId !== holdId) return undefined;
    if (transferIn.state !== 'REQUESTING') return present;
    const feeTaken = registrar.capabilities.feeAt === 'REQUEST';
    const pending = {
      ...transferIn,
      state: 'REQUESTED' as const,
      encryptedCode: null,
      requestedAt: requestedAt ?? null,
      ...(feeTaken && { feeTaken }),
    };
    const requested = await domains.update(present, { ...present, transferIn: pending }, tx);
    await tx.unschedule('transfer-in', id);
    if (feeTaken) await tx.schedule({ kind: 'settle-fee', key: holdId });
    // If it has already ended, its message may have been processed before the request was recorded: check at once.
    const waitMs = status === 'pending' && !obstacle ? watchIntervalMs : 0;
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

/**
 * Job that queries a pending transfer in addition to the registry's messages, so that neither a lost message
 * nor a crash after the registry's approval leaves a transfer pending forever.
 */

import type { OrderFailureCode } from '@nameloan/contracts/order-failures';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import type { Registrar, RegistryTransfer, TransferObstacle } from '../../registrar/registrar.ts';
import { EppRejectedError } from '../../registrar/registrar-errors.ts';
import { registrarOf } from '../../registrars.ts';
import { isInconclusive } from '../../registry.ts';
import { commit } from '../../service-context.ts';
import { applyTransferNotice, markArriving } from './apply-transfer-notice.ts';
import { endTransferIn, failTransferIn } from './end-transfer-in.ts';

export const watchIntervalMs = 6 * 3_600_000;
const minForgottenMs = 24 * 3_600_000;

export async function watchTransfer(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (domain?.transferIn?.state !== 'REQUESTED') return;
  await checkTransfer(domain);
  return { runAgainAt: new Date(now().getTime() + watchIntervalMs) };
}

/** When a transfer whose request is still being sent is checked again. */
export const nextRecheck = () => new Date(now().getTime() + 60_000);

/**
 * Job that checks a transfer once its request is recorded: the registry reported a change before that. A kind of its
 * own, because the record of the request schedules the other check hours ahead.
 */
export async function recheckTransfer(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  const state = domain?.transferIn?.state;
  if (state === 'HOLDING' || state === 'REQUESTING') return { runAgainAt: nextRecheck() };
  if (domain && state === 'REQUESTED') await checkTransfer(domain);
}

async function checkTransfer(domain: Domain): Promise<void> {
  const registrar = registrarOf(domain);
  const transfer = await queryTransfer(registrar, domain.name);
  if (transfer?.ours && transfer.obstacle) {
    await endObstructed(domain, { registrar, obstacle: transfer.obstacle });
  } else if (transfer?.ours) {
    await commit((tx) => applyTransferNotice(registrar, transfer, tx));
  } else await settleBySponsor(domain);
}

const obstacleCodes: Readonly<Record<TransferObstacle, OrderFailureCode>> = {
  WRONG_CODE: 'BAD_AUTH_CODE',
  LOCKED_BY_REGISTRAR: 'TRANSFER_LOCKED_BY_REGISTRAR',
  LOCKED_BY_REGISTRY: 'TRANSFER_LOCKED_BY_REGISTRY',
  REJECTED: 'REJECTED_BY_REGISTRAR',
};

/**
 * Cancels a transfer that needs something of its owner, who gets the fee back and starts again, as at registries that
 * reject such a request at once.
 */
async function endObstructed(
  { id, name, transferIn }: Domain,
  { registrar, obstacle }: { registrar: Registrar; obstacle: TransferObstacle },
): Promise<void> {
  if (!transferIn) return;
  try {
    await registrar.transferCancel(name);
  } catch (error) {
    // It has ended or continued since; the next check reads that.
    if (error instanceof EppRejectedError && !isInconclusive(error)) return;
    throw error;
  }
  const reason = toOrderFailure(obstacleCodes[obstacle]);
  await failTransferIn(id, { holdId: transferIn.holdId, state: 'REQUESTED', reason });
}

/** The latest transfer, which may be another registrar's; undefined when the registry knows none. */
export async function queryTransfer(
  registrar: Registrar,
  name: string,
): Promise<RegistryTransfer | undefined> {
  try {
    return await registrar.transferQuery(name);
  } catch (error) {
    if (error instanceof EppRejectedError && !isInconclusive(error)) return undefined;
    throw error;
  }
}

/** A registry that no longer reports an ended transfer still reports the domain's sponsor. */
async function settleBySponsor(domain: Domain): Promise<void> {
  const registrar = registrarOf(domain);
  const startedAt = domain.transferIn?.startedAt.getTime() ?? 0;
  // It reports neither the name nor its sponsor, so a missing report counts only after a while.
  const isNew = now().getTime() - startedAt < minForgottenMs;
  if (!registrar.capabilities.knowsOtherNames && isNew) return;
  const { ours, pending } = await fetchSponsor(registrar, domain.name);
  // While any transfer is pending the sponsor has not changed, so nothing can be concluded.
  if (pending) return;
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    const holdId = domain.transferIn?.holdId;
    if (present.transferIn?.holdId !== holdId || present.transferIn?.state !== 'REQUESTED') return;
    if (ours) await markArriving(present, { approvedAt: now(), tx });
    else {
      const reason = toOrderFailure('TRANSFER_FORGOTTEN');
      await endTransferIn(present, { reason, tx });
    }
  });
}

async function fetchSponsor(
  registrar: Registrar,
  name: string,
): Promise<{ ours: boolean; pending: boolean }> {
  try {
    const { ours, statuses } = await registrar.info(name);
    return { ours, pending: statuses.includes('pendingTransfer') };
  } catch (error) {
    const isElsewhere = ['UNKNOWN_NAME', 'NOT_OURS'];
    if (error instanceof EppRejectedError && isElsewhere.includes(error.code))
      return { ours: false, pending: false };
    throw error;
  }
}

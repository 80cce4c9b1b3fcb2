/**
 * Job that queries a pending transfer in addition to the registry's messages, so that neither a lost message
 * nor a crash after the registry's approval leaves a transfer pending forever.
 */

import { toOrderFailure } from '@nameloan/contracts/order-failures';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import type { Registrar, RegistryTransfer } from '../../registrar/registrar.ts';
import { EppRejectedError } from '../../registrar/registrar-errors.ts';
import { registrarOf } from '../../registrars.ts';
import { isInconclusive } from '../../registry.ts';
import { commit } from '../../service-context.ts';
import { applyTransferNotice, markArriving } from './apply-transfer-notice.ts';
import { endTransferIn } from './end-transfer-in.ts';

export const watchIntervalMs = 6 * 3_600_000;

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
  if (transfer?.ours) {
    await commit((tx) => applyTransferNotice(registrar, transfer, tx));
  } else await settleBySponsor(domain);
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
  const { ours, pending } = await fetchSponsor(registrarOf(domain), domain.name);
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
    if (error instanceof EppRejectedError && error.code === 'UNKNOWN_NAME')
      return { ours: false, pending: false };
    throw error;
  }
}

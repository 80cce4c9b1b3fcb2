/**
 * Job that queries a pending transfer in addition to the registry's messages, so that neither a lost message
 * nor a crash after the registry's approval leaves a transfer pending forever.
 */

import { toOrderFailure } from '@nameloan/contracts/order-failures';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import type { RegistryTransfer } from '../../registrar/registrar.ts';
import { EppRejectedError } from '../../registrar/registrar-errors.ts';
import { isInconclusive, registry } from '../../registry.ts';
import { commit } from '../../service-context.ts';
import { applyTransferNotice, markArriving } from './apply-transfer-notice.ts';
import { endTransferIn } from './end-transfer-in.ts';

export const watchIntervalMs = 6 * 3_600_000;

export async function watchTransfer(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (domain?.transferIn?.state !== 'REQUESTED') return;
  const transfer = await queryTransfer(domain.name);
  if (transfer?.requestedBy === registry().clientId) {
    await commit((tx) => applyTransferNotice(transfer, tx));
  } else await settleBySponsor(domain);
  return { runAgainAt: new Date(now().getTime() + watchIntervalMs) };
}

/** The latest transfer, which may be another registrar's; undefined when the registry knows none. */
export async function queryTransfer(name: string): Promise<RegistryTransfer | undefined> {
  try {
    return await registry().transferQuery(name);
  } catch (error) {
    if (error instanceof EppRejectedError && !isInconclusive(error)) return undefined;
    throw error;
  }
}

/** A registry that no longer reports an ended transfer still reports the domain's sponsor. */
async function settleBySponsor(domain: Domain): Promise<void> {
  const { sponsor, pending } = await fetchSponsor(domain.name);
  // While any transfer is pending the sponsor has not changed, so nothing can be concluded.
  if (pending) return;
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    const holdId = domain.transferIn?.holdId;
    if (present.transferIn?.holdId !== holdId || present.transferIn?.state !== 'REQUESTED') return;
    if (sponsor === registry().clientId) await markArriving(present, { approvedAt: now(), tx });
    else {
      const reason = toOrderFailure('TRANSFER_FORGOTTEN');
      await endTransferIn(present, { reason, tx });
    }
  });
}

/** No sponsor: the registry no longer knows the name. */
async function fetchSponsor(name: string): Promise<{ sponsor?: string; pending: boolean }> {
  try {
    const { sponsor, statuses } = await registry().info(name);
    return { sponsor, pending: statuses.includes('pendingTransfer') };
  } catch (error) {
    if (error instanceof EppRejectedError && error.code === 'UNKNOWN_NAME')
      return { pending: false };
    throw error;
  }
}

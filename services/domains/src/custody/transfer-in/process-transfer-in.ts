/** Continues a started transfer in from any state until the registry responds. */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { findOrderFailure } from '../../find-order-failure.ts';
import { isFinalRejection } from '../../registry.ts';
import { commit, request } from '../../service-context.ts';
import { failTransferIn } from './end-transfer-in.ts';
import { requestTransfer } from './request-transfer.ts';

/** The owner's own request, which receives every error, or the job that resumes after a crash. */
type ProcessedBy = 'CALLER' | 'JOB';

/** Holds the fee and sends the request to the registry. Safe to repeat at any point and to run concurrently. */
export async function processTransferIn(
  id: string,
  holdId: string,
  processedBy: ProcessedBy,
): Promise<Domain> {
  const domain = await domains.get(id);
  const { transferIn: started } = domain;
  if (started?.holdId !== holdId) return domain;
  if (started.state !== 'HOLDING') return requestTransfer(id, { holdId, repeated: true });
  try {
    await request('payments.hold', {
      holdId,
      accountId: domain.accountId,
      amountCents: started.feeCents,
      kind: 'TRANSFER_FEE',
      reference: domain.name,
    });
  } catch (error) {
    await handleHoldFailure(error, { domain, holdId, processedBy });
    throw error;
  }
  const fresh = await commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (present.transferIn?.holdId !== holdId || present.transferIn.state !== 'HOLDING')
      return false;
    const transferIn = { ...present.transferIn, state: 'REQUESTING' as const };
    await domains.update(present, { ...present, transferIn }, tx);
    return true;
  });
  return requestTransfer(id, { holdId, repeated: !fresh });
}

/**
 * Without the held fee the transfer fails. A caller who gets an error must not find a partial transfer; the
 * job retries while payments is unavailable and publishes a final rejection as an event.
 */
async function handleHoldFailure(
  error: unknown,
  { domain, holdId, processedBy }: { domain: Domain; holdId: string; processedBy: ProcessedBy },
): Promise<void> {
  const failed = { holdId, state: 'HOLDING' as const };
  if (processedBy === 'CALLER') await failTransferIn(domain.id, { ...failed, reason: undefined });
  else if (isFinalRejection(error)) {
    const feeCents = domain.transferIn?.feeCents ?? 0;
    const reason = findOrderFailure(error, { feeCents, domain });
    await failTransferIn(domain.id, { ...failed, reason });
  }
}

/** Job that resumes a transfer in after a crash or when the registry did not respond. */
export async function resumeTransferIn(job: Job): Promise<JobResult> {
  try {
    await processTransferIn(job.key, String(job.data.holdId), 'JOB');
  } catch (error) {
    // A final rejection has been published as an event; only errors that may pass are retried.
    if (isFinalRejection(error)) return;
    throw error;
  }
}

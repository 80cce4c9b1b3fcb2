/** Carries a begun transfer in to the registry's answer, from wherever a crash left it. */

import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { isFinalRejection } from '../../registry.ts';
import { commit, request } from '../../service-context.ts';
import { failTransferIn } from './end-transfer-in.ts';
import { requestTransfer } from './request-transfer.ts';

/** Who carries it: the owner's own call, which hears every refusal, or the job after a crash. */
type ProcessedBy = 'CALLER' | 'JOB';

/** Holds the fee and asks the registry; safe to repeat at any point and to run twice at once. */
export async function processTransferIn(
  id: string,
  holdId: string,
  carrier: ProcessedBy,
): Promise<Domain> {
  const domain = await domains.get(id);
  const { transferIn: begun } = domain;
  if (begun?.holdId !== holdId) return domain;
  if (begun.state !== 'HOLDING') return requestTransfer(id, { holdId, repeated: true });
  try {
    await request('payments.hold', {
      holdId,
      accountId: domain.accountId,
      amountCents: begun.feeCents,
      kind: 'TRANSFER_FEE',
      reference: domain.name,
    });
  } catch (error) {
    await handleHoldFailure(error, { id, holdId, carrier });
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
 * Without the fee there is no transfer. A caller who is told of silence must find nothing half-done; the
 * job, whom nobody waits for, tries silence again and tells a refusal as a fact.
 */
async function handleHoldFailure(
  error: unknown,
  { id, holdId, carrier }: { id: string; holdId: string; carrier: ProcessedBy },
): Promise<void> {
  const failed = { holdId, state: 'HOLDING' as const };
  if (carrier === 'CALLER') await failTransferIn(id, { ...failed, reason: undefined });
  else if (isFinalRejection(error)) await failTransferIn(id, { ...failed, reason: error.message });
}

/** The job behind a transfer in: carries on after a crash or a registry that did not answer. */
export async function resumeTransferIn(job: Job): Promise<JobResult> {
  try {
    await processTransferIn(job.key, String(job.data.holdId), 'JOB');
  } catch (error) {
    // A refusal has been told to the owner by its own fact; only what may still succeed is tried again.
    if (isFinalRejection(error)) return;
    throw error;
  }
}

/** Recurring job per connection that reads the registry's messages, or the registrar's list of transfers, and applies them. */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { inCustody } from '../../domain/domain.ts';
import type { Registrar, RegistryMessage, RegistryTransfer } from '../../registrar/registrar.ts';
import { connectionIdOf, connectionIdOfJob, registrarOfJob } from '../../registrars.ts';
import { isInconclusive } from '../../registry.ts';
import { commit, serviceContext } from '../../service-context.ts';
import { endCustody } from '../end-custody.ts';
import { nextPollDelayMs, pollFasterForNow } from '../poll-interval.ts';
import { applyTransferNotice, approvedStatuses } from '../transfer-in/apply-transfer-notice.ts';
import { deadLetterMessage, recheckDomain } from './dead-letter-message.ts';
import { pollTransfers } from './poll-transfers.ts';
import { requestCustodyCheck } from './sync-custody.ts';

const maxMessages = 200;

export async function pollRegistry(job: Job): Promise<JobResult> {
  const registrar = registrarOfJob(job);
  if (registrar?.capabilities.pollQueue) await readMessages(registrar);
  else if (registrar) await pollTransfers(registrar);
  return { runAgainAt: new Date(now().getTime() + nextPollDelayMs(connectionIdOfJob(job))) };
}

async function readMessages(registrar: Registrar): Promise<void> {
  try {
    for (let count = 0; count < maxMessages; count++) {
      const message = await registrar.poll();
      if (!message) break;
      pollFasterForNow(registrar.id);
      if (message.unreadable) await deadLetterMessage(registrar, message.id, message.unreadable);
      else await handleMessage(registrar, message);
      // Acknowledged last: after a crash the message is delivered again, and processing it twice has no effect.
      await registrar.ack(message.id);
    }
  } catch (error) {
    if (!isInconclusive(error)) throw error;
    const { id: connection } = registrar;
    serviceContext.log.warn({ err: error, connection }, 'registry messages cannot be fetched');
  }
}

async function handleMessage(
  registrar: Registrar,
  { transfer, recheck }: RegistryMessage,
): Promise<void> {
  if (recheck !== undefined) return recheckDomain(registrar, recheck);
  if (!transfer) return;
  if (transfer.status === 'pending') return onTransferRequested(registrar, transfer);
  await commit(async (tx) => {
    if (transfer.ours) await applyTransferNotice(registrar, transfer, tx);
    else if (transfer.fromUs && approvedStatuses.has(transfer.status)) {
      await onTransferredAway(registrar, transfer, tx);
    }
  });
}

/** The name may have left this account for another one of ours. */
const isHeldBy = ({ id }: Registrar, domain: Domain) =>
  inCustody(domain) && connectionIdOf(domain) === id;

/** Another registrar requests a domain of ours: the custody check rejects it unless the owner started a transfer out. */
async function onTransferRequested(
  registrar: Registrar,
  { name, ours }: RegistryTransfer,
): Promise<void> {
  if (ours) return;
  const domain = await domains.findOne({ titleName: name, active: true });
  if (domain && isHeldBy(registrar, domain)) await requestCustodyCheck(domain.id);
}

async function onTransferredAway(
  registrar: Registrar,
  { name }: RegistryTransfer,
  tx: Tx,
): Promise<void> {
  const domain = await domains.findOne({ titleName: name, active: true }, tx);
  if (!domain || !isHeldBy(registrar, domain)) return;
  await endCustody(domain, { end: 'TRANSFERRED', tx });
}

/** Recurring job that reads the registry's message queue and applies each message to its domain. */

import type { JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import { inCustody } from '../../domain/domain.ts';
import type { RegistryMessage, RegistryTransfer } from '../../registrar/registrar.ts';
import { isInconclusive, registry } from '../../registry.ts';
import { commit, serviceContext } from '../../service-context.ts';
import { endCustody } from '../end-custody.ts';
import { nextPollDelayMs, pollFasterForNow } from '../poll-interval.ts';
import { applyTransferNotice, approvedStatuses } from '../transfer-in/apply-transfer-notice.ts';
import { deadLetterMessage } from './dead-letter-message.ts';
import { requestCustodyCheck } from './sync-custody.ts';

const maxMessages = 200;

export async function pollRegistry(): Promise<JobResult> {
  try {
    for (let count = 0; count < maxMessages; count++) {
      const message = await registry().poll();
      if (!message) break;
      pollFasterForNow();
      if (message.unreadable) await deadLetterMessage(message.id, message.unreadable);
      else await handleMessage(message);
      // Acknowledged last: after a crash the message is delivered again, and processing it twice has no effect.
      await registry().ack(message.id);
    }
  } catch (error) {
    if (!isInconclusive(error)) throw error;
    serviceContext.log.warn({ err: error }, 'registry messages cannot be fetched');
  }
  return { runAgainAt: new Date(now().getTime() + nextPollDelayMs()) };
}

async function handleMessage(message: RegistryMessage): Promise<void> {
  const { transfer } = message;
  if (!transfer) return;
  if (transfer.status === 'pending') return onTransferRequested(transfer);
  await commit(async (tx) => {
    if (transfer.requestedBy === registry().clientId) await applyTransferNotice(transfer, tx);
    else if (transfer.actingBy === registry().clientId && approvedStatuses.has(transfer.status)) {
      await onTransferredAway(transfer, tx);
    }
  });
}

/** Another registrar requests a domain of ours: the custody check rejects it unless the owner started a transfer out. */
async function onTransferRequested({ name, requestedBy }: RegistryTransfer): Promise<void> {
  if (requestedBy === registry().clientId) return;
  const domain = await domains.findOne({ titleName: name, active: true });
  if (domain && inCustody(domain)) await requestCustodyCheck(domain.id);
}

async function onTransferredAway(transfer: RegistryTransfer, tx: Tx): Promise<void> {
  const domain = await domains.findOne({ titleName: transfer.name, active: true }, tx);
  if (!domain || !inCustody(domain)) return;
  await endCustody(domain, { end: 'TRANSFERRED', tx });
}

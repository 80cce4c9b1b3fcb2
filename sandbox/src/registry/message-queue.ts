/** The registry's message queue of each registrar account of the product (RFC 5730 section 2.9.2.3). */

import type { Domain, PollMessage, Transfer, TransferData } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Change } from '../store.ts';
import { RegistryError } from './registry-error.ts';

/** The data of a domain's last transfer. Throws 2301 when it has none. */
export function transferData(domain: Domain): TransferData {
  if (!domain.transfer) throw new RegistryError(2301, 'This domain has no transfer.');
  const { requestedWallMs: _, ...shown } = domain.transfer;
  return { name: domain.name, ...shown };
}

const texts: Record<Transfer['status'], string> = {
  pending: 'Transfer requested.',
  clientApproved: 'Transfer approved.',
  serverApproved: 'Transfer approved by the registry.',
  clientRejected: 'Transfer rejected.',
  clientCancelled: 'Transfer cancelled.',
};

/** The store change that queues a message about a transfer, to be committed with the transfer. */
export function transferMessage(context: SandboxContext, domain: Domain): Change {
  const transfer = transferData(domain);
  const id = String(context.store.nextNumber('poll'));
  const at = context.clock.now().toISOString();
  return ['polls', id, { id, at, text: texts[transfer.status], transfer }];
}

/** The messages about transfers to or from the registrar. */
function queueOf({ store, registrar }: SandboxContext): PollMessage[] {
  return [...store.table('polls').values()].filter(({ transfer }) =>
    [transfer.requestedBy, transfer.actingBy].includes(registrar.id),
  );
}

/** The oldest message, which stays until it is acknowledged, and the length of the queue. */
export function oldestMessage(
  context: SandboxContext,
): { message: PollMessage; count: number } | null {
  const queue = queueOf(context);
  const [message] = queue;
  return message ? { message, count: queue.length } : null;
}

/** Removes a message. Throws 2303 when it is not in the queue. */
export function acknowledge(context: SandboxContext, id: string): void {
  if (!queueOf(context).some((message) => message.id === id)) {
    throw new RegistryError(2303, 'There is no such message.');
  }
  context.store.commit(['polls', id, null]);
}

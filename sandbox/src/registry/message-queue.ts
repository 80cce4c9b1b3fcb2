/** The registry's message queue for the product's registrar (RFC 5730 section 2.9.2.3). */

import type { Domain, PollMessage, Transfer, TransferData } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Change } from '../store.ts';
import { RegistryError } from './registry-error.ts';

/** The transfer data of a domain that has, or had, one. */
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

/** The change that tells our registrar of a transfer, to be committed with the transfer itself. */
export function transferMessage(world: SandboxContext, domain: Domain): Change {
  const transfer = transferData(domain);
  const id = String(world.store.nextNumber('poll'));
  const at = world.clock.now().toISOString();
  return ['polls', id, { id, at, text: texts[transfer.status], transfer }];
}

/** The oldest message, which stays until it is acknowledged, and how many there are. */
export function oldestMessage(
  world: SandboxContext,
): { message: PollMessage; count: number } | null {
  const queue = world.store.table('polls');
  for (const message of queue.values()) return { message, count: queue.size };
  return null;
}

/** Removes a message. Throws 2303 when it is not in the queue. */
export function acknowledge(world: SandboxContext, id: string): void {
  if (!world.store.table('polls').has(id)) {
    throw new RegistryError(2303, 'There is no such message.');
  }
  world.store.commit(['polls', id, null]);
}

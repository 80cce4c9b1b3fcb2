/** Rejects another registrar's request for a domain that must stay, because no response counts as approval. */

import { EppRejectedError } from '../registrar/registrar-errors.ts';
import { registry } from '../registry.ts';

/** The domain cannot be locked while a request is pending. Does nothing without a pending request. */
export async function rejectTransferRequest(name: string): Promise<void> {
  const { statuses } = await registry().info(name);
  if (!statuses.includes('pendingTransfer')) return;
  try {
    await registry().transferReject(name);
  } catch (error) {
    if (!(error instanceof EppRejectedError && error.code === 'NOT_PENDING')) throw error;
  }
}

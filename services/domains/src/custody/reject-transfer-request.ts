/** Rejects another registrar's request for a domain that must stay, because no response counts as approval. */

import type { Registrar } from '../registrar/registrar.ts';
import { EppRejectedError } from '../registrar/registrar-errors.ts';

/** The domain cannot be locked while a request is pending. Does nothing without a pending request. */
export async function rejectTransferRequest(registrar: Registrar, name: string): Promise<void> {
  if (!registrar.capabilities.answersTransferOut) return;
  const { statuses } = await registrar.info(name);
  if (!statuses.includes('pendingTransfer')) return;
  try {
    await registrar.transferReject(name);
  } catch (error) {
    if (!(error instanceof EppRejectedError && error.code === 'NOT_PENDING')) throw error;
  }
}

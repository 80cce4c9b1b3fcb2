/** Rejects another registrar's request for a domain that must stay, because no response counts as approval. */

import type { Registrar } from '../registrar/registrar.ts';
import { EppRejectedError } from '../registrar/registrar-errors.ts';
import { recordRejectedRequest } from '../transfer-rejection/record-rejection.ts';

/**
 * Resolves to true when no request is pending any more, so that the domain can be locked; false when this registrar
 * cannot reject one.
 */
export async function rejectTransferRequest(registrar: Registrar, name: string): Promise<boolean> {
  const { statuses } = await registrar.info(name);
  if (!statuses.includes('pendingTransfer')) return true;
  if (!registrar.capabilities.answersTransferOut) return false;
  await recordRejectedRequest(name);
  try {
    await registrar.transferReject(name);
  } catch (error) {
    if (!(error instanceof EppRejectedError && error.code === 'NOT_PENDING')) throw error;
  }
  return true;
}

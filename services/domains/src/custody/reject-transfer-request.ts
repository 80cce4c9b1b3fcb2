/** Rejects another registrar's request for a domain that must stay, because no response counts as approval. */

import type { Registrar } from '../registrar/registrar.ts';
import { EppRejectedError } from '../registrar/registrar-errors.ts';
import { recordRejectedRequest } from '../transfer-rejection/record-rejection.ts';

/**
 * Resolves to true when no request is pending any more, so that the domain can be locked; false when this registrar
 * cannot reject one.
 */
export async function rejectTransferRequest(registrar: Registrar, name: string): Promise<boolean> {
  if (registrar.capabilities.hidesTransferOut) return rejectHiddenRequest(registrar, name);
  const { statuses } = await registrar.info(name);
  if (!statuses.includes('pendingTransfer')) return true;
  if (!registrar.capabilities.answersTransferOut) return false;
  await recordRejectedRequest(name);
  await reject(registrar, name);
  return true;
}

/** Only the attempt shows whether there was one. Where none can be rejected, the lock is all that can be set. */
async function rejectHiddenRequest(registrar: Registrar, name: string): Promise<boolean> {
  if (!registrar.capabilities.answersTransferOut) return true;
  try {
    if (await reject(registrar, name)) await recordRejectedRequest(name);
  } catch (error) {
    // The losing registrar has no say under this suffix.
    if (!(error instanceof EppRejectedError && error.code === 'NOT_OFFERED')) throw error;
  }
  return true;
}

/** False: none was pending. */
async function reject(registrar: Registrar, name: string): Promise<boolean> {
  try {
    await registrar.transferReject(name);
    return true;
  } catch (error) {
    if (error instanceof EppRejectedError && error.code === 'NOT_PENDING') return false;
    throw error;
  }
}

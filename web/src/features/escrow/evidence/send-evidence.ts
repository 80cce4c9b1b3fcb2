/** Uploads an evidence file with the reader's token. */

import { readErrorMessage, toErrorDetails } from '../../../graph/api-error.ts';
import { fetchFile } from '../../../graph/client.ts';

export const evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg', 'text/plain'];
const maxEvidenceBytes = 5 * 1024 * 1024;

export type SentEvidence = { id: string; error?: undefined } | { error: string };

/** Never rejects. */
export async function sendEvidence(escrowId: string, file: File): Promise<SentEvidence> {
  if (file.size > maxEvidenceBytes)
    return { error: 'The file is larger than 5 MB. Choose a smaller one.' };
  if (file.size === 0) return { error: 'The file is empty. Choose another one.' };
  try {
    const path = `/api/escrow/${escrowId}/evidence?name=${encodeURIComponent(file.name)}`;
    const headers = { 'content-type': 'application/octet-stream' };
    const response = await fetchFile(path, { method: 'POST', body: file, headers });
    if (!response.ok) return { error: await readErrorMessage(response) };
    return (await response.json()) as { id: string };
  } catch (error) {
    return { error: toErrorDetails(error).message };
  }
}

/** Uploads an evidence file with the reader's token. */

import { readErrorMessage, toErrorDetails } from '../../../graph/api-error.ts';
import { fetchFile } from '../../../graph/client.ts';

export const evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg', 'text/plain'];
const maxEvidenceBytes = 5 * 1024 * 1024;

/** Resolves to the error message, or to undefined on success. */
export async function sendEvidence(escrowId: string, file: File): Promise<string | undefined> {
  if (file.size > maxEvidenceBytes) return 'The file is larger than 5 MB. Choose a smaller one.';
  if (file.size === 0) return 'The file is empty. Choose another one.';
  try {
    const path = `/api/escrow/${escrowId}/evidence?name=${encodeURIComponent(file.name)}`;
    const headers = { 'content-type': 'application/octet-stream' };
    const response = await fetchFile(path, { method: 'POST', body: file, headers });
    return response.ok ? undefined : await readErrorMessage(response);
  } catch (error) {
    return toErrorDetails(error).message;
  }
}

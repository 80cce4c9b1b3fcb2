/** Brings a file into a dispute: its bytes, with the reader's token. */

import { fetchFile } from '../../../graph/client.ts';
import { messageOf, refusalOf } from '../../../graph/refusal.ts';

export const evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg', 'text/plain'];
const largestEvidenceBytes = 5 * 1024 * 1024;

/** Why it was not taken, as a sentence; undefined: it was. */
export async function sendEvidence(escrowId: string, file: File): Promise<string | undefined> {
  if (file.size > largestEvidenceBytes) return 'The file is larger than 5 MB. Send a smaller one.';
  if (file.size === 0) return 'The file is empty. Send another one.';
  try {
    const path = `/api/escrow/${escrowId}/evidence?name=${encodeURIComponent(file.name)}`;
    const headers = { 'content-type': 'application/octet-stream' };
    const response = await fetchFile(path, { method: 'POST', body: file, headers });
    return response.ok ? undefined : await messageOf(response);
  } catch (error) {
    return refusalOf(error).message;
  }
}

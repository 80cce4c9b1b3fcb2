/** Hands a file to the reader's browser: bytes that are here, or what the API gives for the reader's token. */

import { readErrorMessage, toErrorDetails } from './api-error.ts';
import { fetchFile } from './client.ts';

/** By then the browser has begun to save. */
const heldMs = 60_000;

export function saveBytes(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), heldMs);
}

/** The sentence of why not, or nothing. */
export async function saveFile(path: string, name: string): Promise<string | undefined> {
  try {
    const answer = await fetchFile(path);
    if (!answer.ok) return await readErrorMessage(answer);
    saveBytes(await answer.blob(), name);
    return undefined;
  } catch (error) {
    return toErrorDetails(error).message;
  }
}

/** Saves a file in the browser, from bytes or from the API. */

import { readErrorMessage, toErrorDetails } from './api-error.ts';
import { fetchFile } from './client.ts';

/** By then the browser has started the download. */
const revokeDelayMs = 60_000;

export function saveBytes(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelayMs);
}

/** Returns the error message, or undefined on success. */
export async function saveFile(path: string, name: string): Promise<string | undefined> {
  try {
    const response = await fetchFile(path);
    if (!response.ok) return await readErrorMessage(response);
    saveBytes(await response.blob(), name);
    return undefined;
  } catch (error) {
    return toErrorDetails(error).message;
  }
}

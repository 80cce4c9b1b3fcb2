/** Replaces an account's picture in the caller's transaction. */

import type { Tx } from '@nameloan/persistence/tx';
import { pictures } from './picture.model.ts';
import { computeDigest } from './picture.ts';

/** `null` resets to the default initials. */
export async function savePicture(
  accountId: string,
  dataUrl: string | null,
  tx: Tx,
): Promise<void> {
  const current = await pictures.find(accountId, tx);
  if (dataUrl === null) {
    if (current) await pictures.remove(current, tx);
    return;
  }
  const picture = { dataUrl, digest: computeDigest(dataUrl) };
  if (current) await pictures.update(current, { ...current, ...picture }, tx);
  else await pictures.add({ id: accountId, version: 1, ...picture }, tx);
}

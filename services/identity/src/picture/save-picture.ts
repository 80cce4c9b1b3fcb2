/** Replaces an account's picture inside a use case's commit. */

import type { Tx } from '@nameloan/service/store/tx.ts';
import { pictures } from './picture.model.ts';
import { computeDigest } from './picture.ts';

/** `null` goes back to the default initials. */
export async function savePicture(
  accountId: string,
  dataUrl: string | null,
  tx: Tx,
): Promise<void> {
  const present = await pictures.find(accountId, tx);
  if (dataUrl === null) {
    if (present) await pictures.remove(present, tx);
    return;
  }
  const shown = { dataUrl, digest: computeDigest(dataUrl) };
  if (present) await pictures.update(present, { ...present, ...shown }, tx);
  else await pictures.add({ id: accountId, version: 1, ...shown }, tx);
}

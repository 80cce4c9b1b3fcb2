/** At each start, until none is left: gives pictures from before they had an address theirs. */

import { commit } from '../service-context.ts';
import { pictures } from './picture.model.ts';
import { computeDigest } from './picture.ts';

export async function assignPictureAddresses(): Promise<void> {
  const bare = await pictures.findProjected({ digest: { $exists: false } }, ['version']);
  for (const { id } of bare) {
    await commit(async (tx) => {
      const picture = await pictures.find(id, tx);
      if (!picture || picture.digest) return;
      await pictures.update(picture, { ...picture, digest: computeDigest(picture.dataUrl) }, tx);
    });
  }
}

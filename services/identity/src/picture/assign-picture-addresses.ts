/** Job handler: assigns addresses to older pictures at each start, until none is left. */

import { commit } from '../service-context.ts';
import { pictures } from './picture.model.ts';
import { computeDigest } from './picture.ts';

export async function assignPictureAddresses(): Promise<void> {
  const unaddressed = await pictures.findProjected({ digest: { $exists: false } }, ['version']);
  for (const { id } of unaddressed) {
    await commit(async (tx) => {
      const picture = await pictures.find(id, tx);
      if (!picture || picture.digest) return;
      await pictures.update(picture, { ...picture, digest: computeDigest(picture.dataUrl) }, tx);
    });
  }
}

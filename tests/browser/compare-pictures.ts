/** Compares two pictures as the browser decodes them. */

import type { Page } from 'playwright-core';

/** The share of the colour values that differ visibly; 1 if the sizes differ. */
export const comparePictures = (page: Page, [one, two]: [Buffer, Buffer]): Promise<number> =>
  page.evaluate(
    async (pictures) => {
      const read = async (picture: string) => {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes]));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context?.drawImage(image, 0, 0);
        return context?.getImageData(0, 0, image.width, image.height).data ?? [];
      };
      const [first = [], second = []] = await Promise.all(pictures.map(read));
      if (first.length !== second.length) return 1;
      const changed = [...first].filter((value, at) => Math.abs(value - (second[at] ?? 0)) > 64);
      return changed.length / first.length;
    },
    [one, two].map((picture) => picture.toString('base64')),
  );

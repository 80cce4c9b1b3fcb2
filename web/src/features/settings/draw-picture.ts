/** Crops a picture to the stored format: 400 by 400 pixels, as a data URL. */

const sidePx = 400;
const quality = 0.92;

export interface CropOptions {
  /** In pixels of the original picture. */
  area: { x: number; y: number; width: number; height: number };
  transparent: boolean;
}

/** Rejects if the picture cannot be decoded. */
export async function drawPicture(
  url: string,
  { area, transparent }: CropOptions,
): Promise<string> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('canvas is not supported');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, sidePx, sidePx);
  return transparent ? canvas.toDataURL('image/png') : canvas.toDataURL('image/jpeg', quality);
}

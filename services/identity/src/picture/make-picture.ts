/** Makes an avatar from an upload: decodes, crops to 400 × 400 and re-encodes it, which drops all metadata. */

import { ConcurrencyLimiter } from '../concurrency-limiter.ts';

const side = 400;
const maxBytes = 2 * 1024 * 1024;
/** More than a 2 MB photo plausibly has: a decompression bomb. */
const maxPixels = 25_000_000;
const maxSeconds = 10;
const dataUrl = /^data:image\/(?:jpeg|png|gif);base64,([A-Za-z0-9+/]+={0,2})$/;
const kinds = new Set(['image/jpeg', 'image/png', 'image/gif']);

export const pictureError = 'Use a jpeg, png or gif of at most 2 MB.';

const limiter = new ConcurrencyLimiter({ atOnce: 1, waiting: 20 });

/** The avatar as a data URL, or undefined for an invalid picture. Uses the first frame of an animation. */
export async function makePicture(typed: string): Promise<string | undefined> {
  if (typed.length > (maxBytes / 3) * 4 + 64) return undefined;
  const [, base64] = dataUrl.exec(typed) ?? [];
  if (!base64) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxBytes) return undefined;
  // Loaded lazily, because libvips takes memory in every process.
  const { fileTypeFromBuffer } = await import('file-type');
  const kind = await fileTypeFromBuffer(bytes);
  if (!kind || !kinds.has(kind.mime)) return undefined;
  return limiter.run(() => encode(bytes));
}

async function encode(bytes: Buffer): Promise<string | undefined> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const square = await sharp(bytes, { limitInputPixels: maxPixels, pages: 1 })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .timeout({ seconds: maxSeconds })
      .png()
      .toBuffer();
    const { isOpaque } = await sharp(square).stats();
    if (!isOpaque) return `data:image/png;base64,${square.toString('base64')}`;
    const jpeg = await sharp(square).jpeg({ quality: 85 }).toBuffer();
    return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  } catch {
    // libvips has many errors for damaged, oversized and slow files; the user gets one.
    return undefined;
  }
}

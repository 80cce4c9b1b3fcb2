/** Makes an avatar from an upload: decodes, crops to 400 × 400 and re-encodes it, which drops all metadata. */

import { ConcurrencyLimiter } from '../concurrency-limiter.ts';

const side = 400;
const maxBytes = 2 * 1024 * 1024;
/** More than a 2 MB photo plausibly has: a decompression bomb. */
const maxMegapixels = 25;
const maxPixels = maxMegapixels * 1_000_000;
const maxSeconds = 10;
const dataUrl = /^data:image\/(?:jpeg|png|gif);base64,([A-Za-z0-9+/]+={0,2})$/;
const kinds = new Set(['image/jpeg', 'image/png', 'image/gif']);

const unreadableError = 'Use a jpeg, png or gif of at most 2 MB.';
const tooManyPixelsError = `This picture has more than ${maxMegapixels} megapixels. Use a smaller one.`;

/** Why an upload cannot be a picture, as a sentence for its field. */
export class InvalidPictureError extends Error {}

const limiter = new ConcurrencyLimiter({ atOnce: 1, waiting: 20 });

/** Resolves to the avatar as a data URL; uses the first frame of an animation. Throws InvalidPictureError. */
export async function makePicture(typed: string): Promise<string> {
  const unreadable = new InvalidPictureError(unreadableError);
  if (typed.length > (maxBytes / 3) * 4 + 64) throw unreadable;
  const [, base64] = dataUrl.exec(typed) ?? [];
  if (!base64) throw unreadable;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxBytes) throw unreadable;
  // Loaded lazily, because libvips takes memory in every process.
  const { fileTypeFromBuffer } = await import('file-type');
  const kind = await fileTypeFromBuffer(bytes);
  if (!kind || !kinds.has(kind.mime)) throw unreadable;
  return limiter.run(() => encode(bytes));
}

async function encode(bytes: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) throw new InvalidPictureError(tooManyPixelsError);
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
  } catch (error) {
    if (error instanceof InvalidPictureError) throw error;
    // libvips has many errors for damaged and slow files; the user gets one.
    throw new InvalidPictureError(unreadableError, { cause: error });
  }
}

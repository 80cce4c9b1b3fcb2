/** A test picture for the crop dialog: creates it, drags it in the crop circle, and reads the saved picture. */

import assert from 'node:assert/strict';
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** Creates a chequered PNG, so that moving it changes the cropped area. */
function createCheckerboard(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * (1 + width * 3) + 1 + x * 3;
      rows[at] = Math.floor((x * 255) / width);
      rows[at + 1] = Math.floor((y * 255) / height);
      rows[at + 2] = (Math.floor(x / 50) + Math.floor(y / 50)) % 2 ? 220 : 40;
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, sum]);
}

export const picture = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: createCheckerboard(900, 600),
};

/** Reads the size and the centre colour of the profile picture. */
export const readProfilePicture = (page: Page) =>
  page
    .getByRole('region', { name: 'Profile' })
    .locator('img')
    .evaluate(async (element) => {
      const image = element as HTMLImageElement;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const pen = canvas.getContext('2d');
      pen?.drawImage(image, 0, 0);
      const [red = 0, green = 0] = pen?.getImageData(200, 200, 1, 1).data ?? [];
      return { width: image.naturalWidth, height: image.naturalHeight, red, green };
    });

export const circle = (page: Page) => page.getByRole('group', { name: 'Crop area' });

interface Point {
  x: number;
  y: number;
}

async function centerOfCircle(page: Page): Promise<Point> {
  const box = await circle(page).boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function dragByFinger(page: Page, byPx: number): Promise<void> {
  const from = await centerOfCircle(page);
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [from]);
  for (let step = 1; step <= 4; step++)
    await send('touchMove', [{ ...from, x: from.x + (byPx * step) / 4 }]);
  await send('touchEnd', []);
}

export async function dragByMouse(page: Page, byPx: number): Promise<void> {
  const { x, y } = await centerOfCircle(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + byPx, y, { steps: 4 });
  await page.mouse.up();
}

/** Draws the picture of a shared link and the icon of a home screen into `web/public`; part of `npm run pictures`. */

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fontFiles } from '@nameloan/brand/fonts';
import {
  drawSharePicture,
  drawTouchIcon,
  shareSize,
  touchIconSize,
} from '@nameloan/brand/share-picture';
import type { Browser } from 'playwright-core';

export const publicFolder = resolve(import.meta.dirname, '../../../web/public');

function readFont(name: string): string {
  const { path } = fontFiles.find((file) => file.name === name) ?? {};
  if (!path) throw new Error(`there is no font ${name}`);
  return `data:font/woff2;base64,${readFileSync(path).toString('base64')}`;
}

/** By the names of their files. */
export async function renderSharePictures(browser: Browser): Promise<Map<string, Buffer>> {
  const fonts = { display: readFont('besley'), sans: readFont('hanken-grotesk') };
  const pictures = [
    { name: 'share.png', size: shareSize, html: drawSharePicture(fonts) },
    { name: 'apple-touch-icon.png', size: touchIconSize, html: drawTouchIcon() },
  ];
  const page = await browser.newPage();
  const drawn = new Map<string, Buffer>();
  for (const { name, size, html } of pictures) {
    await page.setViewportSize(size);
    await page.setContent(html);
    await page.evaluate(() => document.fonts.ready);
    drawn.set(name, await page.screenshot());
  }
  await page.close();
  return drawn;
}

export async function writeSharePictures(browser: Browser): Promise<void> {
  for (const [name, picture] of await renderSharePictures(browser))
    writeFileSync(resolve(publicFolder, name), picture);
}

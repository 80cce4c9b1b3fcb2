/** Draws the seal and wordmark of the mails as `packages/brand/src/letterhead.png`, at twice their size. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fontFiles } from '@nameloan/brand/fonts';
import { drawLetterhead, letterheadFile, letterheadSize } from '@nameloan/brand/letterhead';
import type { Browser } from 'playwright-core';

export async function renderLetterhead(browser: Browser): Promise<Buffer> {
  const font = fontFiles.find(({ name }) => name === 'besley')?.path ?? '';
  const url = `data:font/woff2;base64,${readFileSync(font).toString('base64')}`;
  const page = await browser.newPage({ viewport: letterheadSize, deviceScaleFactor: 2 });
  await page.setContent(drawLetterhead(url));
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}

export async function writeLetterhead(browser: Browser): Promise<void> {
  writeFileSync(letterheadFile, await renderLetterhead(browser));
}

/** Widths from phones to wide screens, and a search for domain names that break inside a label or leave their place. */

import type { Page } from 'playwright-core';

const widths = [
  ...[320, 344, 360, 375, 390, 412, 480, 540, 600, 640, 700, 768],
  ...[820, 912, 1024, 1100, 1180, 1280, 1366, 1440, 1536, 1680, 1800, 1920],
];

/** Resizes the page to each of 24 widths; returns what `find` has found, with the width. */
export async function findAtEachWidth(
  page: Page,
  find: () => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await find()).map((error) => `${error} at ${width}`));
  }
  return found;
}

export const findBrokenNames = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.nameplate > span')].flatMap((label) => {
      if (label.textContent?.startsWith('xn--')) return [];
      const boxes = [...label.getClientRects()];
      const lines = new Set(boxes.map(({ top }) => Math.round(top)));
      const leaves = boxes.some(({ right }) => right > document.documentElement.clientWidth);
      return lines.size > 1 || leaves ? [label.parentElement?.textContent ?? ''] : [];
    }),
  );

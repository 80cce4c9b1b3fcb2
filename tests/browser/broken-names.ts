/** Finds domain names that break inside a label or leave their place, at widths from phones to wide screens. */

import type { Page } from 'playwright-core';

export const widths = [
  ...[320, 344, 360, 375, 390, 412, 480, 540, 600, 640, 700, 768],
  ...[820, 912, 1024, 1100, 1180, 1280, 1366, 1440, 1536, 1680, 1800, 1920],
];

/** One entry for each name and width. */
export async function findBrokenNames(page: Page): Promise<string[]> {
  const broken: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('.nameplate > span')].flatMap((label) => {
        if (label.textContent?.startsWith('xn--')) return [];
        const boxes = [...label.getClientRects()];
        const lines = new Set(boxes.map(({ top }) => Math.round(top)));
        const leaves = boxes.some(({ right }) => right > document.documentElement.clientWidth);
        return lines.size > 1 || leaves ? [label.parentElement?.textContent] : [];
      }),
    );
    broken.push(...names.map((name) => `${name} at ${width}`));
  }
  return broken;
}

/** `npm run pictures`: screenshots of every demo page at 1440 and 390 pixels, light and dark, into `docs/pictures`, with a gallery page. */

import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkBudget } from '@nameloan/testkit/budgets';
import { launchChromium } from '@nameloan/testkit/chromium';
import type { CDPSession, Frame, Page } from 'playwright-core';
import { startOneProcess } from '../../flows/environment/one-process.ts';
import { addressOf } from '../start-product.ts';
import { writeMailSheet } from './mail-sheet.ts';
import { applyVariant, PageWindows, schemes, waitUntilSettled } from './page-windows.ts';
import type { DemoPages } from './pages.ts';
import { findDemoPages } from './pages.ts';
import { writeAgreements } from './write-agreements.ts';
import { writeLetterhead } from './write-letterhead.ts';

const folder = resolve(import.meta.dirname, '../../../docs/pictures');
const widths = [1440, 390];
/** Keeps text sharp and files small. */
const quality = 62;
/** Limits the height of long pages. */
const maxHeights: Record<number, number> = { 1440: 2400, 390: 3200 };

const drawingMs = 4_000;
const viewerMs = 15_000;

const isViewer = (frame: Frame) => frame.url().startsWith('chrome-extension://');

/** The browser's PDF viewer renders only what is inside the viewport, so the viewport gets the full height. */
async function drawPdf(page: Page, height: number): Promise<boolean> {
  if ((await page.locator('iframe').count()) === 0) return false;
  const deadline = Date.now() + viewerMs;
  while (!page.frames().some(isViewer) && Date.now() < deadline) await page.waitForTimeout(100);
  const viewer = page.frames().find(isViewer);
  // Without the viewer the frame stays empty in this screenshot; the others are still taken.
  if (!viewer) return false;
  const isLoaded = () => {
    const element = document.querySelector('pdf-viewer') as { loadState_?: string } | null;
    return element?.loadState_ === 'success';
  };
  await viewer
    .waitForFunction(isLoaded, undefined, { timeout: viewerMs })
    .catch(() => console.warn(`the PDF of ${page.url()} was not rendered`));
  const { width = 1440 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height });
  // The viewer reports when it has the file, not when it has rendered it.
  await page.waitForTimeout(drawingMs);
  return true;
}

const heightOf = (page: Page) =>
  // Behind an open dialog the page is as high as the window.
  page.evaluate(() =>
    document.querySelector('dialog[open]') ? innerHeight : document.documentElement.scrollHeight,
  );

async function saveScreenshot(page: Page, session: CDPSession, name: string): Promise<void> {
  const { width = 1440 } = page.viewportSize() ?? {};
  const maxHeight = maxHeights[width] ?? Number.POSITIVE_INFINITY;
  const pdf = await drawPdf(page, Math.min(await heightOf(page), maxHeight));
  const height = Math.min(await heightOf(page), maxHeight);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    captureBeyondViewport: !pdf,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}

async function takeAll(windows: PageWindows, { pages }: DemoPages): Promise<void> {
  for (const one of pages)
    for (const width of widths) {
      const page = await windows.open(one, { width, scheme: 'light' });
      const session = await page.context().newCDPSession(page);
      for (const scheme of schemes) {
        await applyVariant(page, { width, scheme });
        await waitUntilSettled(page);
        await saveScreenshot(page, session, `${one.name}-${width}-${scheme}`);
      }
      await page.close();
    }
}

function writeGallery({ pages }: DemoPages): void {
  const title = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const sections = pages.map(({ name }) => {
    const cells = widths.flatMap((width) =>
      schemes.map(
        (scheme) =>
          `<img src="pictures/${name}-${width}-${scheme}.webp" alt="${title(name)}, ${width} pixels wide, ${scheme}" width="${width > 400 ? 440 : 120}">`,
      ),
    );
    return `## ${title(name)}\n\n${cells.join('\n')}\n`;
  });
  const head =
    '# Pictures\n\nEvery page of the web app with the [demo data](demo.md), 1440 and 390 pixels wide, light and dark. Made by `npm run pictures`.\n';
  const mails =
    '## Mails\n\n<img src="pictures/mails.webp" alt="One mail of each kind, light and dark" width="880">\n';
  writeFileSync(resolve(folder, '../pictures.md'), [head, ...sections, mails].join('\n'));
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const given = process.argv[2];
const browser = await launchChromium();
const environment = given ? undefined : await startOneProcess({ demo: true });
try {
  const url = given ?? (environment ? addressOf(environment) : '');
  const demoPages = await findDemoPages(url);
  await takeAll(new PageWindows(browser, { url, demoPages }), demoPages);
  await writeLetterhead(browser);
  await writeAgreements(browser, url);
  await writeMailSheet(browser, join(folder, 'mails.webp'));
  writeGallery(demoPages);
} finally {
  await browser.close();
  await environment?.stop();
}
const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000_000;
const { line, isMet } = checkBudget('pictures of all pages', megabytes, `${sizes.length} files`);
console.log(line);
process.exit(isMet ? 0 : 1);

/**
 * `npm run pictures`: screenshots of every page and dialog with the demo data into `docs/pictures`, with a gallery page.
 * `npm run pictures -- --all FOLDER` takes them at six widths into a folder for inspection, and leaves the gallery as it is.
 * The address of a running product can be given, otherwise one is started.
 */

import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBudget } from '@nameloan/testkit/budgets';
import { launchChromium } from '@nameloan/testkit/chromium';
import type { CDPSession, Frame, Page } from 'playwright-core';
import { startOneProcess } from '../../flows/environment/one-process.ts';
import { addressOf } from '../start-product.ts';
import { dialogs, openDialog } from './dialogs.ts';
import { writeMailSheet } from './mail-sheet.ts';
import { applyVariant, PageWindows, schemes, waitUntilSettled } from './page-windows.ts';
import type { DemoPages } from './pages.ts';
import { findDemoPages } from './pages.ts';
import { writeAgreements } from './write-agreements.ts';
import { writeLetterhead } from './write-letterhead.ts';
import { writeSharePictures } from './write-share-pictures.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'string' } },
});
const gallery = resolve(import.meta.dirname, '../../../docs/pictures');
const folder = options.all === undefined ? gallery : resolve(options.all);
const widths = options.all === undefined ? [1440, 390] : [1920, 1440, 1280, 1024, 768, 390];
/** Keeps text sharp and files small. */
const quality = 62;
/** Limits the height of long pages. */
const maxHeights: Record<number, number> = { 390: 3200 };
const maxHeight = 2400;

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

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

async function saveScreenshot(page: Page, session: CDPSession, name: string): Promise<void> {
  const data = await capture(page, session);
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}

/** The whole page up to its limit, or the window where a dialog is open: a dialog is drawn in the window only. */
async function capture(page: Page, session: CDPSession): Promise<string> {
  const options = { format: 'webp', quality } as const;
  if (await page.getByRole('dialog').isVisible())
    return (await session.send('Page.captureScreenshot', options)).data;
  const viewport = page.viewportSize() ?? { width: 1440, height: 900 };
  const { width } = viewport;
  const limit = maxHeights[width] ?? maxHeight;
  const pdf = await drawPdf(page, Math.min(await heightOf(page), limit));
  const height = Math.min(await heightOf(page), limit);
  const clip = { x: 0, y: 0, width, height, scale: 1 };
  // Chromium lays the page out again for it, and a page that fits its window was once drawn in between.
  const captureBeyondViewport = !pdf && height > viewport.height;
  const captured = { ...options, captureBeyondViewport, clip };
  return (await session.send('Page.captureScreenshot', captured)).data;
}

/** Takes an open page at all widths, light and dark. */
async function takeVariants(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const width of widths)
    for (const scheme of schemes) {
      await applyVariant(page, { width, scheme });
      await waitUntilSettled(page);
      await saveScreenshot(page, session, `${name}-${width}-${scheme}`);
    }
  await page.close();
}

async function takeAll(windows: PageWindows, { pages }: DemoPages): Promise<void> {
  for (const one of pages)
    await takeVariants(await windows.open(one, { width: 1440, scheme: 'light' }), one.name);
  for (const one of dialogs) {
    const owner = pages.find(({ name }) => name === one.page);
    if (!owner) throw new Error(`no page is called ${one.page}`);
    const page = await windows.open(owner, { width: 1440, scheme: 'light' });
    await openDialog(page, one);
    await takeVariants(page, dialogPicture(one.name));
  }
}

const dialogPicture = (name: string) => `dialog-${name}`;

function writeGallery({ pages }: DemoPages): void {
  const title = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const names = [
    ...pages.map(({ name }) => name),
    ...dialogs.map(({ name }) => dialogPicture(name)),
  ];
  const sections = names.map((name) => {
    const cells = widths.flatMap((width) =>
      schemes.map(
        (scheme) =>
          `<img src="pictures/${name}-${width}-${scheme}.webp" alt="${title(name)}, ${width} pixels wide, ${scheme}" width="${width > 400 ? 440 : 120}">`,
      ),
    );
    return `## ${title(name)}\n\n${cells.join('\n')}\n`;
  });
  const head =
    '# Pictures\n\nEvery page and dialog of the web app with the [demo data](demo.md), 1440 and 390 pixels wide, light and dark. Made by `npm run pictures`.\n';
  const mails =
    '## Mails\n\n<img src="pictures/mails.webp" alt="One mail of each kind, light and dark" width="880">\n';
  writeFileSync(resolve(folder, '../pictures.md'), [head, ...sections, mails].join('\n'));
}

if (folder === gallery) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const [given] = positionals;
const browser = await launchChromium();
const environment = given ? undefined : await startOneProcess({ demo: true });
try {
  const url = given ?? (environment ? addressOf(environment) : '');
  const demoPages = await findDemoPages(url);
  await takeAll(new PageWindows(browser, { url, demoPages }), demoPages);
  if (folder === gallery) {
    await writeLetterhead(browser);
    await writeAgreements(browser, url);
    await writeSharePictures(browser);
    await writeMailSheet(browser, join(folder, 'mails.webp'));
    writeGallery(demoPages);
  }
} finally {
  await browser.close();
  await environment?.stop();
}
const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000_000;
if (folder !== gallery) {
  console.log(`${sizes.length} pictures in ${folder}`);
  process.exit();
}
const { line, isMet } = checkBudget('pictures of all pages', megabytes, `${sizes.length} files`);
console.log(line);
process.exit(isMet ? 0 : 1);

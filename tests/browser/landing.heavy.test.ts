/** The front page in a browser: what loads late moves nothing, whatever the server answers, and a shared link has a picture. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '@nameloan/testkit/chromium';
import type { Page } from 'playwright-core';
import { createListedDomain } from '../flows/environment/loans.ts';
import { checkPage } from './budgets/check-page.ts';
import { publicFolder, renderSharePictures } from './budgets/write-share-pictures.ts';
import { setUpJourneys } from './environment.ts';
import { readShifts, recordShifts } from './watch-page.ts';

const { journey } = setUpJourneys();

const maxShift = 0.01;
const widths = [320, 390, 640, 1440];
const stepPx = 300;

const readHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** Scrolls down in steps, as a reader does, until the given text and the calculator are there. */
async function readWholePage(page: Page, lastText: string): Promise<void> {
  for (const target of [page.getByLabel('Loan amount'), page.getByText(lastText).first()])
    for (let y = 0; (await target.count()) === 0; y += stepPx)
      await page.evaluate(
        ([top]) => window.scrollTo(0, (top ?? 0) % document.documentElement.scrollHeight),
        [y],
      );
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
}

/** Needs recorded shifts. */
async function assertSteady(page: Page, width: number, lastText: string): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  const before = await readHeight(page);
  await readWholePage(page, lastText);
  const { sum, moved } = await readShifts(page);
  assert.equal(await readHeight(page), before, `${width}: ${lastText}`);
  assert.ok(sum <= maxShift, `${width}: shifted by ${sum}: ${moved.join('; ')}`);
}

journey(
  'the newest listings and the calculator load as they come near, move nothing, and pass axe',
  async ({ environment, open }) => {
    const { domain } = await createListedDomain(environment);
    const { page, context } = await open('visitor');
    await recordShifts(context);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.ok(!asked.some((path) => /api|calculator|live-listings/.test(path)), asked.join(' '));
    for (const width of widths) {
      await assertSteady(page, width, domain.domain);
      assert.deepEqual(await checkPage(page), [], `${width}`);
    }
    assert.ok(asked.includes('/api/listings'));
    assert.ok(!asked.some((path) => path.includes('graph')), 'no GraphQL client');
    await page.getByRole('link', { name: domain.domain }).click();
    await page.waitForURL('**/listings/*');
  },
);

journey('without listings, and without a server, nothing moves or breaks', async ({ open }) => {
  const window = await open('visitor');
  const { page } = window;
  await recordShifts(window.context);
  await page.route('**/api/listings?*', (route) => route.fulfill({ json: { listings: [] } }));
  for (const width of widths) await assertSteady(page, width, 'No open listings right now.');
  await page.unroute('**/api/listings?*');
  // The browser itself reports a request without an answer.
  window.allowErrors(/ERR_FAILED/);
  await page.route('**/api/listings?*', (route) => route.abort());
  for (const width of widths)
    await assertSteady(page, width, 'The newest listings can’t be shown right now.');
});

journey('a shared link has a picture and a home screen an icon', async ({ open, url }) => {
  const { page } = await open('visitor');
  await page.goto('/');
  const image = await page.locator('meta[property="og:image"]').getAttribute('content');
  assert.equal(image, `${url}/share.png`);
  const icon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  const sizes = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (source) => {
          const picture = Object.assign(new Image(), { src: source });
          await picture.decode();
          return [picture.naturalWidth, picture.naturalHeight];
        }),
      ),
    [image ?? '', icon ?? ''],
  );
  assert.deepEqual(sizes, [
    [1200, 630],
    [180, 180],
  ]);
});

journey('the committed pictures are those that their pages draw', async () => {
  const browser = await launchChromium();
  try {
    for (const [name, picture] of await renderSharePictures(browser))
      assert.ok(
        picture.equals(readFileSync(join(publicFolder, name))),
        `npm run pictures: ${name}`,
      );
  } finally {
    await browser.close();
  }
});

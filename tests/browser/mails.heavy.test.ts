/** Every mail in a mail program's window: nothing overflows, axe finds nothing, and the text part says the same. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CollectedMail } from '@nameloan/notifications/testing/collect-mails';
import { collectMails } from '@nameloan/notifications/testing/collect-mails';
import { launchChromium, noBrowser } from '@nameloan/testkit/chromium';
import type { Browser, Page } from 'playwright-core';
import { checkPage } from './budgets/check-page.ts';
import { sheetKinds } from './budgets/mail-sheet.ts';
import { showMail } from './budgets/show-mail.ts';
import { renderLetterhead } from './budgets/write-letterhead.ts';
import { comparePictures } from './compare-pictures.ts';

const skip = noBrowser;
let browser: Browser;
let page: Page;
let mails: CollectedMail[];
before(async () => {
  if (skip) return;
  [browser, mails] = await Promise.all([launchChromium(), collectMails()]);
  page = await browser.newPage();
});
after(() => browser?.close());

/** One of each event and transition: the others differ in words. */
const pickOnePerName = (): CollectedMail[] => [
  ...new Map(mails.map((one) => [one.name, one])).values(),
];
/** One of each design. */
const pickKinds = (): CollectedMail[] =>
  pickOnePerName().filter(({ name }) => sheetKinds.includes(name));

const variants = [
  { width: 320, scheme: 'light' },
  { width: 600, scheme: 'dark' },
] as const;

test('no mail is wider than windows of 320 and 600 pixels, and none has more than four rows', {
  skip,
}, async () => {
  assert.ok(mails.length > 90, String(mails.length));
  for (const { name, mail } of pickOnePerName()) {
    await showMail(page, mail, { width: 320, scheme: 'light' });
    for (const width of [320, 600]) {
      await page.setViewportSize({ width, height: 200 });
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(excess, 0, `${name}: ${mail.subject} at ${width}`);
      assert.ok((await page.locator('th').count()) <= 4, name);
      assert.equal(await page.locator('h1').textContent(), mail.subject, name);
      assert.equal(
        await page.locator('img').evaluate((one) => (one as HTMLImageElement).naturalWidth),
        304,
      );
    }
  }
});

test('axe finds no violations in mails, light and dark', { skip }, async () => {
  for (const { name, mail } of pickKinds())
    for (const variant of variants) {
      await showMail(page, mail, variant);
      const errors = await checkPage(page);
      assert.deepEqual(errors, [], `${name}: ${mail.subject}, ${variant.width} ${variant.scheme}`);
    }
});

test('the text part of a mail has the rows and the links of its HTML part', {
  skip,
}, async () => {
  for (const { name, mail } of pickOnePerName()) {
    await showMail(page, mail, { width: 600, scheme: 'light' });
    const text = mail.text ?? '';
    const rows = await page
      .locator('tr:has(> th)')
      .evaluateAll((all) =>
        all.map((row) => [...row.children].map(({ textContent }) => textContent).join(': ')),
      );
    const links = await page
      .locator('a')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const part of [...rows, ...links]) assert.ok(text.includes(part), `${name}: ${part}`);
  }
});

test('the committed seal and wordmark are those of the brand package', { skip }, async () => {
  const { readLetterhead } = await import('@nameloan/brand/letterhead');
  const drawn = await renderLetterhead(browser);
  const differ = await comparePictures(page, [readLetterhead(), drawn]);
  assert.ok(differ < 0.01, `${differ} of the values differ`);
});

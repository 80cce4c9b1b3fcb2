/** The web app's components in a real browser: overlays, focus, accessibility. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { launchChromium, noBrowser } from '@nameloan/testkit/chromium';
import { loadVite, root, viteConfig } from '@nameloan/web/build/vite';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { applyUserStyle, wideTextSpacing } from './budgets/page-windows.ts';
import { focusedName } from './keyboard.ts';

const folder = mkdtempSync(join(tmpdir(), 'nameloan-appearance-'));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const origin = 'http://appearance.test';
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};
let browser: Browser;

before(async () => {
  if (noBrowser) return;
  const { build } = await loadVite();
  const input = join(root, 'web/src/testing/component-gallery.html');
  const output = { outDir: folder, emptyOutDir: true, rolldownOptions: { input } };
  await build({ ...viteConfig, logLevel: 'error', build: output });
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface OpenPage {
  page: Page;
  errors: string[];
}

async function open(options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => void errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const asset = pathname.startsWith('/assets/');
    return route.fulfill({
      path: join(folder, asset ? pathname : 'src/testing/component-gallery.html'),
      contentType: asset ? types[extname(pathname)] : 'text/html',
    });
  });
  await page.goto(`${origin}/`);
  await page.getByRole('heading', { name: 'Components' }).waitFor();
  return { page, errors };
}

function testPage(
  sentence: string,
  steps: (page: Page) => Promise<void>,
  options?: BrowserContextOptions,
): void {
  test(sentence, { skip: noBrowser }, async () => {
    const { page, errors } = await open(options);
    try {
      await steps(page);
      assert.deepEqual(errors, []);
    } finally {
      await page.context().close();
    }
  });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function press(page: Page, name: string, key = 'Enter'): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press(key);
}

testPage(
  'a button opens its popover and announces it; Esc closes it and returns the focus to the button',
  async (page) => {
    // The browser fires the event a moment after the popover is visible.
    const opener = (expanded: boolean) =>
      page.getByRole('button', { name: 'Alerts, 2 unread', expanded });
    await press(page, 'Alerts, 2 unread');
    const popover = page.getByRole('group', { name: 'Alerts' });
    await popover.waitFor();
    await opener(true).waitFor();
    await page.keyboard.press('Tab');
    assert.match((await focusedName(page)) ?? '', /^Sign the lending agreement/);
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'hidden' });
    assert.equal(await focusedName(page), 'Alerts, 2 unread');
    await opener(false).waitFor();
  },
);

for (const width of [1440, 320])
  testPage(
    `a popover opens below its button and inside a window of ${width} pixels`,
    async (page) => {
      const opener = button(page, 'More actions for tessel.ai');
      await opener.click();
      const popover = page.getByRole('group', { name: 'More actions for tessel.ai' });
      await popover.waitFor();
      const [anchor, box] = await Promise.all([opener.boundingBox(), popover.boundingBox()]);
      assert.ok(anchor && box);
      assert.ok(box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
      assert.ok(Math.abs(box.y - (anchor.y + anchor.height)) < 12, JSON.stringify([anchor, box]));
    },
    { viewport: { width, height: 900 } },
  );

testPage(
  'an action in a row’s menu opens its dialog, and the focus returns to the menu’s button',
  async (page) => {
    await press(page, 'More actions for tessel.ai');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Signature Required' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(await focusedName(page), 'More actions for tessel.ai');
  },
);

testPage('a dialog has a name, traps the focus and returns it', async (page) => {
  await press(page, 'Open dialog');
  const dialog = page.getByRole('dialog', { name: 'Signature Required' });
  await dialog.waitFor();
  assert.equal(await focusedName(page), 'Sign Now');
  for (let at = 0; at < 6; at++) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(
      () =>
        document.activeElement?.closest('main') !== null &&
        document.activeElement !== document.body,
    );
    assert.equal(outside, false);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await focusedName(page), 'Open dialog');
});

testPage(
  'a click outside a dialog closes it; a text selection that ends outside does not',
  async (page) => {
    await button(page, 'Open dialog').click();
    const dialog = page.getByRole('dialog');
    const box = await page.getByText('It needs your signature.').boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 4, box.y + 4);
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    assert.equal(await dialog.count(), 1);
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'hidden' });
  },
);

testPage(
  'nothing closes a dialog while its form is being sent, however often it is tried',
  async (page) => {
    await button(page, 'Open form').click();
    const dialog = page.getByRole('dialog');
    for (const [label, text] of [
      ['Loan amount', '2,500'],
      ['Rate', '12'],
      ['Term', '90'],
      ['Reason', 'It is a good name.'],
    ] as const)
      await dialog.getByLabel(label).fill(text);
    const send = dialog.getByRole('button', { name: 'Make Offer' });
    await send.click();
    await page.waitForFunction(() => document.querySelector('dialog [aria-disabled=true]'));
    for (let at = 0; at < 4; at++) await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    // A second Esc closes it without a question; it is opened again at once.
    await page.waitForFunction(() => document.querySelector('dialog')?.open);
    assert.equal(await dialog.getByLabel('Loan amount').inputValue(), '2,500');
    await page.evaluate(() => void dispatchEvent(new Event('sent')));
    await page.waitForFunction(() => !document.querySelector('dialog [aria-disabled=true]'));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  },
);

testPage('where what opened a dialog is gone, the page’s title has the focus', async (page) => {
  await button(page, 'More actions for tessel.ai').click();
  await button(page, 'Remove').click();
  await page.getByRole('dialog', { name: 'Remove this domain?' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  assert.equal(await page.getByText('tessel.ai').count(), 0);
  assert.equal(await focusedName(page), 'Components');
});

testPage('an error inside a dialog is shown inside it', async (page) => {
  await button(page, 'Open dialog').click();
  await button(page, 'Sign Now').click();
  const message = page.getByRole('dialog').getByRole('alert');
  await message.getByText('Lending isn’t responding.').waitFor();
});

testPage('a click in a row follows its name’s link, except on its buttons', async (page) => {
  const cell = page.getByRole('cell', { name: '$12,500.00' }).first();
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByTestId('place').filter({ hasText: '/row/harborline.com' }).waitFor();
  await button(page, 'Get Loan: tessel.ai').click();
  await page.getByRole('dialog').waitFor();
  assert.equal(await page.getByTestId('place').textContent(), '/row/harborline.com');
});

testPage('a busy button keeps its width', async (page) => {
  const width = async () => (await button(page, 'Finalize').boundingBox())?.width;
  const before = await width();
  await button(page, 'Finalize').click();
  await page.waitForFunction(() => document.querySelector('[aria-disabled=true] svg'));
  assert.equal(await width(), before);
});

testPage('with reduced motion a logo shows its text and colours change at once', async (page) => {
  await page.addStyleTag({ content: 'body { color: red !important }' });
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  const box = await page.getByText('Loading', { exact: true }).last().boundingBox();
  assert.ok(box && box.width > 20, 'the text is visible');
});

testPage('information in a fill colour stays visible in forced colours', async (page) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const fill = (place: string) =>
    page
      .locator(place)
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  for (const [one, other] of [
    ['[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
    ['nav a[aria-current=page]', 'nav a[aria-label]:not([aria-current])'],
    ['label:has(:checked)', 'label:has([type=radio]:not(:checked))'],
    ['li[aria-current=step] > span > span', 'li[aria-current=step] > span'],
  ] as const)
    assert.notEqual(await fill(one), await fill(other), one);
});

const states: Record<string, (page: Page) => Promise<void>> = {
  'at rest': async () => {},
  'with errors': (page) => button(page, 'Make Offer').click(),
  'with a popover': (page) => button(page, 'Alerts, 2 unread').click(),
  'with a dialog': (page) => button(page, 'Open form').click(),
  'with a drawer': (page) => button(page, 'Open drawer').click(),
  'with a banner': (page) => button(page, 'Show banner').click(),
  'in the reader’s own colours': (page) => page.emulateMedia({ forcedColors: 'active' }),
  'with letters far apart': (page) => applyUserStyle(page, wideTextSpacing),
};
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const [width, colorScheme] of [
  [1440, 'light'],
  [320, 'dark'],
] as const)
  for (const [state, bring] of Object.entries(states))
    testPage(
      `axe finds no violations and no content is cut off: ${width} pixels, ${colorScheme}, ${state}`,
      async (page) => {
        await bring(page);
        await page.evaluate(axe);
        const found = await page.evaluate(
          (values) =>
            // biome-ignore lint/suspicious/noExplicitAny: axe was injected as a string
            (globalThis as any).axe.run(document, { runOnly: values }),
          rules,
        );
        const violations = found.violations.map(
          (one: { id: string; nodes: { html: string }[] }) => ({
            id: one.id,
            where: one.nodes.map((node) => node.html.slice(0, 160)),
          }),
        );
        assert.deepEqual(violations, []);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${over} pixels too wide`);
      },
      { viewport: { width, height: 900 }, colorScheme },
    );

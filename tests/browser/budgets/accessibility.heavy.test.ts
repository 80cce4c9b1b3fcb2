/** Checks the accessibility of every page in two variants and of every state in one; `npm run bench` checks all variants. */

import assert from 'node:assert/strict';
import { checkBudget } from '@nameloan/testkit/budgets';
import type { Page } from 'playwright-core';
import type { Journey } from '../environment.ts';
import { setUpJourneys } from '../environment.ts';
import { checkLayout, checkPage } from './check-page.ts';
import { pageStates } from './page-states.ts';
import type { PageVariant } from './page-windows.ts';
import {
  applyUserStyle,
  applyVariant,
  PageWindows,
  setFontSize,
  waitUntilSettled,
  wideTextSpacing,
} from './page-windows.ts';
import type { DemoPage } from './pages.ts';
import { findDemoPages } from './pages.ts';

const { journey } = setUpJourneys({ demo: true });

let opened: Promise<{ pages: DemoPage[]; windows: PageWindows }> | undefined;

/** Opens the windows of all readers once. */
function openWindows({ browser, url }: Journey) {
  opened ??= findDemoPages(url).then((demoPages) => ({
    pages: demoPages.pages,
    windows: new PageWindows(browser, { url, demoPages }),
  }));
  return opened;
}

/** Repeats the check if it fails, because the page may still have been rendering. */
async function runCheck(page: Page, check: (page: Page) => Promise<string[]>): Promise<string[]> {
  const first = await check(page);
  if (first.length === 0) return first;
  await waitUntilSettled(page);
  return check(page);
}

async function checkVariants(page: Page, name: string, variants: PageVariant[]): Promise<string[]> {
  const errors: string[] = [];
  for (const variant of variants) {
    await applyVariant(page, variant);
    const found = await runCheck(page, checkPage);
    errors.push(...found.map((error) => `${name}, ${variant.width} ${variant.scheme}: ${error}`));
  }
  return errors;
}

const axeVariants: PageVariant[] = [
  { width: 1440, scheme: 'dark' },
  { width: 390, scheme: 'light' },
];

/** The narrowest phone, a desktop at 200 % zoom, and the widest text spacing of WCAG 1.4.12. */
const layouts = [
  [320, ''],
  [640, ''],
  [320, wideTextSpacing],
] as const;

/** Twice the standard font size, on a desktop and in half its width. */
const largeText = { fontSize: 32, widths: [1440, 640] };

journey(
  'every page has no axe violations, no cut-off content and no targets that are too small',
  async (steps) => {
    const { pages, windows } = await openWindows(steps);
    const found: string[] = [];
    for (const one of pages) {
      const page = await windows.open(one, { width: 1440, scheme: 'light' });
      found.push(...(await checkVariants(page, one.name, axeVariants)));
      const checkLayoutAt = async (width: number, style: string) => {
        await applyVariant(page, { width, scheme: 'light' });
        const errors = await runCheck(page, checkLayout);
        found.push(...errors.map((error) => `${one.name}, ${width} ${style}: ${error}`));
      };
      for (const [width, style] of layouts) {
        await applyUserStyle(page, style);
        await checkLayoutAt(width, style);
      }
      await applyUserStyle(page, '');
      await setFontSize(page, largeText.fontSize);
      for (const width of largeText.widths)
        await checkLayoutAt(width, `font size ${largeText.fontSize}`);
      await page.close();
    }
    const { line } = checkBudget('accessibility: violations and cut-off content', found.length);
    console.log(`${pages.length} pages: ${line}`);
    assert.deepEqual(found, []);
  },
);

for (const state of pageStates)
  journey(`the same holds with: ${state.name}`, async (steps) => {
    const { windows } = await openWindows(steps);
    const variant: PageVariant = { width: 320, scheme: 'dark' };
    const page = await windows.open(state, variant);
    await state.open(page);
    assert.deepEqual(await checkVariants(page, state.name, [variant]), []);
    await page.close();
  });

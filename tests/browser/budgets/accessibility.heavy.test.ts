/** Checks the accessibility of every page in two variants and of every state in one; `npm run bench` checks all variants. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { checkBudget } from '../../../scripts/bench/budgets.ts';
import type { TestEnvironment } from '../../flows/environment/test-environment.ts';
import { noBrowser } from '../chromium.ts';
import { addressOf, startProduct } from '../start-product.ts';
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
import type { DemoPages } from './pages.ts';
import { findDemoPages } from './pages.ts';

let environment: TestEnvironment;
let browser: Browser;
let stage: DemoPages;
let windows: PageWindows;

before(async () => {
  if (noBrowser) return;
  ({ environment, browser } = await startProduct({ demo: true }));
  const url = addressOf(environment);
  stage = await findDemoPages(url);
  windows = new PageWindows(browser, { url, stage });
});

after(async () => {
  await browser?.close();
  await environment?.stop();
});

/** What is found while a part of the page is still being drawn is looked at again. */
async function faultsOf(page: Page, look: (page: Page) => Promise<string[]>): Promise<string[]> {
  const first = await look(page);
  if (first.length === 0) return first;
  await waitUntilSettled(page);
  return look(page);
}

async function judged(page: Page, name: string, looks: PageVariant[]): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) {
    await applyVariant(page, look);
    const faults = await faultsOf(page, checkPage);
    found.push(...faults.map((fault) => `${name}, ${look.width} ${look.scheme}: ${fault}`));
  }
  return found;
}

const rest: PageVariant[] = [
  { width: 1440, scheme: 'dark' },
  { width: 390, scheme: 'light' },
];

/** A phone of the narrowest, a desk zoomed to twice its size, and letters as far apart as readers may want them. */
const forms = [
  [320, ''],
  [640, ''],
  [320, wideTextSpacing],
] as const;

/** Letters of twice their size, on a desk and in half of it. */
const large = { letters: 32, widths: [1440, 640] };

test('on every page axe finds nothing, nothing runs out of sight and every target can be hit', {
  skip: noBrowser,
}, async (t) => {
  const found: string[] = [];
  for (const one of stage.pages) {
    const page = await windows.open(one, { width: 1440, scheme: 'light' });
    found.push(...(await judged(page, one.name, rest)));
    const look = async (width: number, worn: string) => {
      await applyVariant(page, { width, scheme: 'light' });
      const faults = await faultsOf(page, checkLayout);
      found.push(...faults.map((fault) => `${one.name}, ${width} ${worn}: ${fault}`));
    };
    for (const [width, style] of forms) {
      await applyUserStyle(page, style);
      await look(width, style);
    }
    await applyUserStyle(page, '');
    await setFontSize(page, large.letters);
    for (const width of large.widths) await look(width, `letters of ${large.letters}`);
    await page.close();
  }
  const { line } = checkBudget(
    'accessibility: violations and what runs out of sight',
    found.length,
  );
  t.diagnostic(`${stage.pages.length} pages: ${line}`);
  assert.deepEqual(found, []);
});

for (const state of pageStates)
  test(`the same holds with: ${state.name}`, { skip: noBrowser }, async () => {
    const look: PageVariant = { width: 320, scheme: 'dark' };
    const page = await windows.open(state, look);
    await state.open(page);
    assert.deepEqual(await judged(page, state.name, [look]), []);
    await page.close();
  });

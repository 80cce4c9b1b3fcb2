/** Measures the time from a click or key press to its paint, with the CPU slowed down four times; part of `npm run bench`. */

import { checkBudget } from '@nameloan/testkit/budgets';
import { launchChromium } from '@nameloan/testkit/chromium';
import type { Page } from 'playwright-core';
import { startOneProcess } from '../../flows/environment/one-process.ts';
import { addressOf } from '../start-product.ts';
import type { PageVariant } from './page-windows.ts';
import { PageWindows } from './page-windows.ts';
import type { DemoPage } from './pages.ts';
import { findDemoPages } from './pages.ts';

const slowdown = 4;
const runs = 3;
const desktop: PageVariant = { width: 1440, scheme: 'light' };
const phone: PageVariant = { width: 390, scheme: 'light' };

interface Interaction {
  name: string;
  page: string;
  variant: PageVariant;
  act(page: Page): Promise<void>;
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();

const interactions: Interaction[] = [
  {
    name: 'popover',
    page: 'dashboard',
    variant: desktop,
    act: (page) => press(page, /^Notifications/),
  },
  {
    name: 'menu',
    page: 'my-domains',
    variant: desktop,
    act: (page) => press(page, /^More actions/),
  },
  { name: 'dialog', page: 'my-domains', variant: desktop, act: (page) => press(page, 'Add New') },
  { name: 'drawer', page: 'dashboard', variant: phone, act: (page) => press(page, 'Open menu') },
  {
    name: 'tab',
    page: 'login',
    variant: phone,
    act: (page) => page.getByRole('tab', { name: 'Register' }).click(),
  },
  {
    name: 'calculator',
    page: 'landing',
    variant: phone,
    act: async (page) => {
      // The calculator is loaded when it comes near.
      await page.getByRole('heading', { name: 'What a loan costs' }).scrollIntoViewIfNeeded();
      await page.getByLabel('Loan amount').last().focus();
      await page.keyboard.press('7');
    },
  },
  {
    name: 'message',
    page: 'loan-active',
    variant: phone,
    act: async (page) => {
      await page.getByRole('textbox').last().fill('How are you?');
      await page.keyboard.press('Shift+Enter');
    },
  },
  {
    name: 'paging',
    page: 'my-domains',
    variant: desktop,
    act: (page) => page.getByRole('link', { name: 'Next' }).first().click(),
  },
];

async function durationOf(page: Page, act: Interaction['act']): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(globalThis, { durations });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await act(page);
  // The browser reports no event faster than its minimum; assume that minimum.
  return page.evaluate(async () => {
    for (let frames = 0; frames < 30; frames++) await new Promise(requestAnimationFrame);
    const { durations } = globalThis as unknown as { durations: number[] };
    return Math.max(16, ...durations);
  });
}

async function measureInteraction(
  windows: PageWindows,
  one: DemoPage,
  interaction: Interaction,
): Promise<boolean> {
  const values: number[] = [];
  while (values.length < runs) {
    const page = await windows.open(one, interaction.variant);
    values.push(await durationOf(page, interaction.act));
    await page.close();
  }
  const [, value = 0] = values.toSorted((a, b) => a - b);
  const { line, isMet } = checkBudget('from input to paint', value, interaction.name);
  console.log(line);
  return isMet;
}

const given = process.argv[2];
const browser = await launchChromium();
const environment = given ? undefined : await startOneProcess({ demo: true });
let isMet = true;
try {
  const url = given ?? (environment ? addressOf(environment) : '');
  const demoPages = await findDemoPages(url);
  const windows = new PageWindows(browser, { url, demoPages });
  for (const interaction of interactions) {
    const one = demoPages.pages.find(({ name }) => name === interaction.page);
    if (!one) throw new Error(`there is no page ${interaction.page}`);
    isMet = (await measureInteraction(windows, one, interaction)) && isMet;
  }
} finally {
  await browser.close();
  await environment?.stop();
}
process.exit(isMet ? 0 : 1);

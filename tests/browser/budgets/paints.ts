/** Measures the paint times and layout shifts of the most visited pages; part of `npm run bench`. */

import { checkBudget } from '@nameloan/testkit/budgets';
import { launchChromium } from '@nameloan/testkit/chromium';
import type { Page } from 'playwright-core';
import { startOneProcess } from '../../flows/environment/one-process.ts';
import { addressOf } from '../start-product.ts';
import { PageWindows, waitUntilSettled } from './page-windows.ts';
import { findDemoPages, measuredPages } from './pages.ts';

const runs = 3;

interface Paint {
  largestMs: number;
  shift: number;
}

/** Reads the browser's paint and layout-shift entries. */
const paintOf = (page: Page): Promise<Paint> =>
  page.evaluate(async () => {
    const entries = (type: string) =>
      new Promise<PerformanceEntry[]>((done) => {
        const observer = new PerformanceObserver((list) => done(list.getEntries()));
        observer.observe({ type, buffered: true });
        // A page without layout shifts has no entries.
        requestAnimationFrame(() => requestAnimationFrame(() => done([])));
      });
    const paints = await entries('largest-contentful-paint');
    const shifts = (await entries('layout-shift')) as (PerformanceEntry & { value: number })[];
    return {
      largestMs: paints.at(-1)?.startTime ?? Number.NaN,
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
    };
  });

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const given = process.argv[2];
const browser = await launchChromium();
const environment = given ? undefined : await startOneProcess({ demo: true });
let isMet = true;
try {
  const url = given ?? (environment ? addressOf(environment) : '');
  const demoPages = await findDemoPages(url);
  const windows = new PageWindows(browser, { url, demoPages });
  for (const one of demoPages.pages.filter(({ name }) => measuredPages.includes(name))) {
    const paints: Paint[] = [];
    // In an existing tab, so that opening a tab is not measured.
    const page = await windows.open(one, { width: 1440, scheme: 'light' });
    while (paints.length < runs) {
      await page.reload();
      await waitUntilSettled(page);
      paints.push(await paintOf(page));
    }
    await page.close();
    const paint = checkBudget(
      'largest paint, measured',
      middle(paints.map((p) => p.largestMs)),
      one.name,
    );
    const shift = checkBudget('layout shift', middle(paints.map((p) => p.shift)), one.name);
    for (const { line } of [paint, shift]) console.log(line);
    isMet &&= paint.isMet && shift.isMet;
  }
} finally {
  await browser.close();
  await environment?.stop();
}
process.exit(isMet ? 0 : 1);

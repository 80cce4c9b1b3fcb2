/** The whole grid of `npm run bench`: pages and states × widths × light and dark, each checked; exits with 1 if a budget is exceeded. */

import { checkBudget } from '@nameloan/testkit/budgets';
import { addressOf, startProduct } from '../start-product.ts';
import { checkPage } from './check-page.ts';
import { pageStates } from './page-states.ts';
import { applyVariant, PageWindows, pageVariants } from './page-windows.ts';
import type { DemoPages } from './pages.ts';
import { findDemoPages } from './pages.ts';

const found: string[] = [];
let checked = 0;

async function checkPages(windows: PageWindows, demoPages: DemoPages): Promise<void> {
  for (const one of demoPages.pages) {
    const page = await windows.open(one, { width: 1440, scheme: 'light' });
    for (const variant of pageVariants) {
      await applyVariant(page, variant);
      for (const error of await checkPage(page))
        found.push(`${one.name}, ${variant.width} ${variant.scheme}: ${error}`);
      checked++;
    }
    await page.close();
  }
}

async function checkStates(windows: PageWindows): Promise<void> {
  for (const state of pageStates)
    for (const variant of pageVariants.filter(({ width }) => width <= (state.maxWidth ?? width))) {
      const page = await windows.open(state, variant);
      await state.open(page);
      for (const error of await checkPage(page))
        found.push(`${state.name}, ${variant.width} ${variant.scheme}: ${error}`);
      checked++;
      await page.close();
    }
}

const { environment, browser } = await startProduct({ demo: true });
try {
  const url = addressOf(environment);
  const demoPages = await findDemoPages(url);
  const windows = new PageWindows(browser, { url, demoPages });
  await checkPages(windows, demoPages);
  await checkStates(windows);
} finally {
  await browser.close();
  await environment.stop();
}
const { line, isMet } = checkBudget('accessibility: violations and cut-off content', found.length);
for (const error of found) console.log(`  ${error}`);
console.log(`${checked} checks of pages: ${line}`);
process.exit(isMet ? 0 : 1);

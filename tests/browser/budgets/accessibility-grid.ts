/** The whole grid of `npm run bench`: pages and states × widths × light and dark, each checked; exits with 1 if a budget is exceeded. */

import { checkBudget } from '../../../scripts/bench/budgets.ts';
import { addressOf, startProduct } from '../start-product.ts';
import { checkPage } from './check-page.ts';
import { pageStates } from './page-states.ts';
import { applyVariant, PageWindows, pageVariants } from './page-windows.ts';
import type { DemoPages } from './pages.ts';
import { findDemoPages } from './pages.ts';

const found: string[] = [];
let judged = 0;

async function judgePages(windows: PageWindows, stage: DemoPages): Promise<void> {
  for (const one of stage.pages) {
    const page = await windows.open(one, { width: 1440, scheme: 'light' });
    for (const look of pageVariants) {
      await applyVariant(page, look);
      for (const fault of await checkPage(page))
        found.push(`${one.name}, ${look.width} ${look.scheme}: ${fault}`);
      judged++;
    }
    await page.close();
  }
}

async function judgeStates(windows: PageWindows): Promise<void> {
  for (const state of pageStates)
    for (const look of pageVariants.filter(({ width }) => width <= (state.maxWidth ?? width))) {
      const page = await windows.open(state, look);
      await state.open(page);
      for (const fault of await checkPage(page))
        found.push(`${state.name}, ${look.width} ${look.scheme}: ${fault}`);
      judged++;
      await page.close();
    }
}

const { environment, browser } = await startProduct({ demo: true });
try {
  const url = addressOf(environment);
  const stage = await findDemoPages(url);
  const windows = new PageWindows(browser, { url, stage });
  await judgePages(windows, stage);
  await judgeStates(windows);
} finally {
  await browser.close();
  await environment.stop();
}
const { line, held } = checkBudget(
  'accessibility: violations and what runs out of sight',
  found.length,
);
for (const fault of found) console.log(`  ${fault}`);
console.log(`${judged} looks at pages: ${line}`);
process.exit(held ? 0 : 1);

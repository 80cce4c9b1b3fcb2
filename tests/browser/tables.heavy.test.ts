/** Tables: the height of rows on a phone, and columns that stay from page to page. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkPage } from './budgets/check-page.ts';
import { setUpJourneys } from './environment.ts';
import { row } from './my-domains.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys({ demo: true });
const ada = { email: 'ada@demo.nameloan.example', password: 'demo-password' };

async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('table').first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

journey('on a phone, seven domains take 900 pixels at most', async ({ open }) => {
  const window = await open('Ada', phone);
  await window.signIn(ada);
  const { page } = window;
  await goTo(page, '/app/my-domains');
  assert.equal(await page.getByRole('row').count(), 1 + 7);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height <= 900, `${height} px`);
  assert.deepEqual(await checkPage(page), []);
  for (const address of ['borrow', 'lend', 'transactions']) {
    await goTo(page, `/app/${address}`);
    assert.deepEqual(await checkPage(page), [], address);
  }
});

journey('the placeholders of a table have the height of its rows', async ({ open }) => {
  for (const more of [phone, {}]) {
    const window = await open(`Ada, ${more === phone ? 'phone' : 'desktop'}`, more);
    await window.signIn(ada);
    const { page } = window;
    let gate = Promise.resolve();
    await page.route('**/graphql', async (route) => {
      await gate;
      await route.continue();
    });
    for (const address of ['my-domains', 'borrow', 'transactions']) {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      gate = promise;
      await page.goto(`/app/${address}`);
      const skeleton = page.locator('[data-skeleton-row]');
      await skeleton.nth(1).waitFor();
      const height = await skeleton.nth(1).evaluate((one) => one.getBoundingClientRect().height);
      release();
      await page.getByRole('table').first().waitFor();
      const heights = await page
        .getByRole('table')
        .first()
        .locator('tbody > [role=row]')
        .evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().height));
      assert.ok(
        heights.some((one) => Math.abs(one - height) <= 1),
        `${window.name}, ${address}: ${height} for rows of ${heights.join()}`,
      );
    }
  }
});

journey('the columns of My Domains stay in place from page to page', async ({ open }) => {
  const window = await open('Ada');
  await window.signIn(ada);
  const { page } = window;
  const read = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await goTo(page, '/app/my-domains');
    const first = await read();
    assert.equal(first.length, 6);
    for (const number of [2, 3]) {
      await goTo(page, `/app/my-domains/${number}`);
      assert.deepEqual(await read(), first, `page ${number} at ${width}`);
    }
  }
});

journey(
  'in a wide window a loan takes the two lines of its name, whatever it waits for',
  async ({ open }) => {
    const window = await open('Ada');
    await window.signIn(ada);
    const { page } = window;
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const address of ['borrow', 'lend']) {
      await goTo(page, `/app/${address}`);
      const cells = page.getByRole('table').first().locator('tbody td:last-child');
      const lines = await cells.evaluateAll((all) =>
        all.map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top / 4));
          return new Set(tops).size;
        }),
      );
      assert.ok(lines.length > 0);
      assert.deepEqual(
        lines.filter((count) => count > 2),
        [],
        address,
      );
    }
  },
);

journey('My Domains is searched by name, and Clear shows all again', async ({ open }) => {
  const window = await open('Ada');
  await window.signIn(ada);
  const { page } = window;
  await goTo(page, '/app/my-domains/2');
  const search = page.getByRole('textbox', { name: 'Search names' });
  await search.fill('HARBOR');
  await search.press('Enter');
  await page.waitForURL(/my-domains\?search=HARBOR$/);
  await row(page, 'harborline.com').waitFor();
  assert.equal(await page.getByRole('row').count(), 1 + 1);
  assert.ok(await search.evaluate((one) => one === document.activeElement));
  await search.fill('no such name');
  await search.press('Enter');
  await page.getByText('No domains match.').waitFor();
  assert.equal(await page.getByRole('main').getByText('Nothing here yet...').count(), 0);
  assert.deepEqual(await checkPage(page), []);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await row(page, 'morning.co').waitFor();
  assert.equal(await search.inputValue(), '');
});

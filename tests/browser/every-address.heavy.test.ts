/** What holds on many addresses of the app: sums, names and amounts at every width, and the links of notifications. */

import assert from 'node:assert/strict';
import { Person } from '@nameloan/driver/person';
import type { Page } from 'playwright-core';
import { demoAccount, findAddresses } from './addresses.ts';
import { findAtEachWidth, findBrokenNames } from './broken-names.ts';
import { setUpJourneys } from './environment.ts';
import type { Window } from './window.ts';
import { findWrappedTabs, findWrappedValues } from './wrapped-values.ts';

const { journey } = setUpJourneys({ demo: true });
const ada = demoAccount('Ada');

async function assertOpens(window: Window, address: string): Promise<void> {
  const { page } = window;
  const response = await page.goto(address);
  assert.equal(response?.status(), 200, address);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.first().waitFor();
  assert.equal(await heading.count(), 1, `${address} has one main heading`);
  assert.match(await page.title(), /\S/, address);
  assert.deepEqual(window.errors, [], address);
}

journey('the dashboard lists an amount for each loan that its sums include', async ({ open }) => {
  const window = await open('Ada');
  await window.signIn(ada);
  await assertOpens(window, '/app');
  for (const side of ['Borrowing', 'Lending']) {
    const card = window.page.getByRole('region', { name: side, exact: true });
    const sum = card.getByText(/^Across/).filter({ visible: true });
    const counted = /Across (\d+) loans/.exec((await sum.textContent()) ?? '');
    assert.equal(await card.getByRole('listitem').count(), Number(counted?.[1]), side);
  }
});

/** Their tables have a column of names, amounts and dates. */
const tables = ['my-domains', 'borrow', 'borrow/2/2', 'lend', 'transactions', 'disputes'].map(
  (path) => `/app/${path}`,
);
const [disputes = ''] = tables.slice(-1);

/** The page ends with its surface or its footer: nothing hidden makes it longer. */
const findBlankEnd = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const end = Math.max(
      ...[...document.querySelectorAll('main, footer')].map(
        (one) => one.getBoundingClientRect().bottom + scrollY,
      ),
    );
    const blank = document.documentElement.scrollHeight - end;
    return blank > 1 ? [`ends with ${Math.round(blank)} blank pixels`] : [];
  });

/** What is wrong with the page at any of 24 widths. */
async function findErrors(window: Window, address: string): Promise<string[]> {
  const { page } = window;
  await assertOpens(window, address);
  await page.locator('.nameplate').first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  const errors = await findAtEachWidth(page, async () => [
    ...(await findBrokenNames(page)),
    ...(await findWrappedTabs(page)),
    ...(await findBlankEnd(page)),
    ...(tables.includes(address) ? await findWrappedValues(page) : []),
  ]);
  return errors.map((error) => `${address}: ${error}`);
}

journey(
  'at 24 widths no domain name breaks inside a label, no amount or date wraps, no cell overflows, and names have 15 rem',
  async ({ open, url }) => {
    const addresses = await findAddresses(url);
    const window = await open('Ada');
    const broken: string[] = [];
    const check = async (address: string) => {
      broken.push(...(await findErrors(window, address)));
    };
    for (const path of ['/domains', '/listings/:id']) await check(addresses[path] ?? path);
    await window.signIn(ada);
    const own = tables.filter((address) => address !== disputes);
    for (const path of ['/app', '/app/listings', ...own, '/app/escrow/:id', '/contracts/:token'])
      await check(addresses[path] ?? path);
    assert.deepEqual(broken, []);
  },
);

journey(
  'at 24 widths the operator’s list of disputes holds like the lists of loans',
  async ({ open }) => {
    const window = await open('Opal');
    await window.signIn(demoAccount('Opal'));
    assert.deepEqual(await findErrors(window, disputes), []);
  },
);

journey('every notification links to a page that its recipient may open', async ({ open, url }) => {
  // A borrower and lender with a loan in nearly every state, and an operator.
  for (const who of [ada, demoAccount('Opal')]) {
    const person = await new Person(url, who).login();
    const { notifications } = await person.get('/notifications');
    const links = new Set<string>(notifications.map((one: { link: string }) => one.link));
    assert.ok(links.size > 1);
    const window = await open(who.name);
    await window.signIn(who);
    for (const link of links) {
      await assertOpens(window, link);
      await window.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      const [heading] = await window.page.getByRole('heading', { level: 1 }).allTextContents();
      assert.notEqual(heading, "It's over", `${who.name} follows ${link}`);
    }
  }
});

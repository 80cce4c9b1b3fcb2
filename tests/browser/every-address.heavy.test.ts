/** Opens every address of the app as a link: it has one main heading and no errors, failed requests or blocked content. */

import assert from 'node:assert/strict';
import { Person } from '@nameloan/driver/person';
import { addressOfPath, appPaths, demoAccount, findAddresses, publicPaths } from './addresses.ts';
import { findBrokenNames } from './broken-names.ts';
import { setUpJourneys } from './environment.ts';
import type { Window } from './window.ts';

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

/** Dialogs show an error without a domain; only operators can open disputes. */
const needsContext = /transfer-in|\/list$|edit-ns|transfer-out|unlist|disputes/;

journey('every public address opens for a visitor', async ({ open, url }) => {
  const addresses = await findAddresses(url);
  const window = await open('visitor');
  for (const path of publicPaths) await assertOpens(window, addressOfPath(path, addresses));
});

journey('every address under /app opens for a signed-in user', async ({ open, url }) => {
  const addresses = await findAddresses(url);
  const window = await open('Ada');
  await window.signIn(ada);
  for (const path of appPaths.filter((one) => !needsContext.test(one))) {
    const address = addressOfPath(path, addresses);
    await assertOpens(window, address);
    assert.equal(new URL(window.page.url()).pathname, address);
  }
  // The dashboard lists an amount for each loan that its sums include.
  await assertOpens(window, '/app');
  for (const side of ['Borrowing', 'Lending']) {
    const card = window.page.getByRole('region', { name: side, exact: true });
    const sum = card.getByText(/^Across/).filter({ visible: true });
    const counted = /Across (\d+) loans/.exec((await sum.textContent()) ?? '');
    assert.equal(await card.getByRole('listitem').count(), Number(counted?.[1]), side);
  }
});

journey('no domain name breaks inside a label at 24 widths', async ({ open, url }) => {
  const addresses = await findAddresses(url);
  const window = await open('Ada');
  const broken: string[] = [];
  const check = async (address: string) => {
    await assertOpens(window, address);
    await window.page.locator('.nameplate').first().waitFor();
    await window.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    broken.push(...(await findBrokenNames(window.page)).map((name) => `${address}: ${name}`));
  };
  for (const path of ['/domains', '/listings/:id']) await check(addresses[path] ?? path);
  await window.signIn(ada);
  const own = ['/app', '/app/my-domains', '/app/borrow', '/app/lend', '/app/listings'];
  for (const path of [
    ...own,
    '/app/borrow/2/2',
    '/app/transactions',
    '/app/escrow/:id',
    '/contracts/:token',
  ])
    await check(addresses[path] ?? path);
  assert.deepEqual(broken, []);
});

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

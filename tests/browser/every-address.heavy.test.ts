/** Every address of the app, opened as a link: its page, its one heading, and nothing that fails or is forbidden. */

import assert from 'node:assert/strict';
import { Person } from '../../scripts/demo/person.ts';
import { paths } from '../../web/src/app/paths.ts';
import { setUpJourneys } from './environment.ts';
import type { Window } from './window.ts';

const { journey } = setUpJourneys({ demo: true });
const demo = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@demo.nameloan.example`,
  password: 'demo-password',
});
const ada = demo('Ada');

/** Real things for the names in a path. */
async function idsOf(url: string): Promise<Record<string, string>> {
  const person = await new Person(url, ada).login();
  const { listings } = await person.get('/listings?limit=1');
  const { escrows } = await person.post('/escrow/borrower', { page: 1, limit: 1 });
  const escrow = await person.get(`/escrow/${escrows[0].id}`);
  return {
    '/listings/:id': `/listings/${listings[0].id}`,
    '/contracts/:token': new URL(escrow.borrower_contract_url).pathname,
    '/app/escrow/:id': `/app/escrow/${escrow.id}`,
  };
}

/** Of parts that may be absent, without them. */
const shortest = (path: string) => path.replace(/\/:\w+\?/g, '').replace('/:page', '/1');

async function opens(window: Window, address: string): Promise<void> {
  const { page } = window;
  const answer = await page.goto(address);
  assert.equal(answer?.status(), 200, address);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.first().waitFor();
  assert.equal(await heading.count(), 1, `${address} has one first heading`);
  assert.match(await page.title(), /\S/, address);
  assert.deepEqual(window.errors, [], address);
}

const isApp = (path: string) => /^\/app(\/|$)/.test(path);
/** Dialogs want a domain, and say so without one; disputes are for operators. */
const needsMore = /transfer-in|\/list$|edit-ns|transfer-out|unlist|disputes/;

journey('every public address opens for a visitor', async ({ open, url }) => {
  const ids = await idsOf(url);
  const window = await open('visitor');
  for (const path of paths.filter((one) => !isApp(one)))
    await opens(window, ids[path] ?? shortest(path));
});

journey('every address under /app opens for who is signed in', async ({ open, url }) => {
  const ids = await idsOf(url);
  const window = await open('Ada');
  await window.signIn(ada);
  for (const path of paths.filter((one) => isApp(one) && !needsMore.test(one))) {
    const address = ids[path] ?? shortest(path);
    await opens(window, address);
    assert.equal(new URL(window.page.url()).pathname, address);
  }
  // The dashboard has an amount for each loan that its sums count.
  await opens(window, '/app');
  for (const side of ['Borrowing', 'Lending']) {
    const card = window.page.getByRole('region', { name: side, exact: true });
    const sum = card.getByText(/^Across/).filter({ visible: true });
    const counted = /Across (\d+) loans/.exec((await sum.textContent()) ?? '');
    assert.equal(await card.getByRole('listitem').count(), Number(counted?.[1]), side);
  }
});

journey('every notice leads to a screen that its reader may see', async ({ open, url }) => {
  // A borrower and lender with a loan in nearly every state, and an operator.
  for (const who of [ada, demo('Opal')]) {
    const person = await new Person(url, who).login();
    const { notifications } = await person.get('/notifications');
    const links = new Set<string>(notifications.map((one: { link: string }) => one.link));
    assert.ok(links.size > 1);
    const window = await open(who.name);
    await window.signIn(who);
    for (const link of links) {
      await opens(window, link);
      await window.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      const [heading] = await window.page.getByRole('heading', { level: 1 }).allTextContents();
      assert.notEqual(heading, "It's over", `${who.name} follows ${link}`);
    }
  }
});

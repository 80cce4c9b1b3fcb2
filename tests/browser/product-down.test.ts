/** The product goes away and comes back while people have its pages open. */

import assert from 'node:assert/strict';
import { deposit } from '../../scripts/demo/steps.ts';
import { openWorld } from './world.ts';

const { journey } = openWorld();
const away =
  /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|dynamically imported|WebSocket|status of 503/;

journey(
  'a page that is open while the product is killed says so, and goes on by itself when it is back',
  async ({ world, openFor }) => {
    const person = await world.newPerson('Ada Keeper');
    const window = await openFor(person);
    const { page } = window;
    await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
    await page.getByText('$0.00').first().waitFor();

    window.allow(away);
    await world.kill('product');
    // A screen whose code was never fetched: the reader stays, and is told.
    await page.getByRole('link', { name: 'Transactions' }).click();
    await page.getByRole('alert').getByText("can't be reached. Retrying").waitFor();
    await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();

    await world.restart('product');
    await page.waitForURL('**/app/transactions');
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();

    // What happens now is heard: the socket is back as well.
    const bell = page.getByRole('button', { name: /^Notifications/ });
    assert.equal(await bell.getAttribute('aria-label'), 'Notifications');
    await deposit(person, world.outside, 25);
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  },
);

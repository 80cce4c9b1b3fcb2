/** The product stops and restarts while a page is open. */

import assert from 'node:assert/strict';
import { deposit } from '@nameloan/driver/steps';
import { setUpJourneys } from './environment.ts';

const { journey } = setUpJourneys();
const connectionErrors =
  /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|dynamically imported|WebSocket|status of 503/;

journey(
  'an open page reports that the product is down and recovers automatically',
  async ({ environment, openFor }) => {
    const person = await environment.newPerson('Ada Keeper');
    const window = await openFor(person);
    const { page } = window;
    await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
    await page.getByText('$0.00').first().waitFor();

    window.allowErrors(connectionErrors);
    await environment.killProcess('product');
    // The code of this screen was not loaded yet: the current screen stays and shows an error.
    await page.getByRole('link', { name: 'Transactions' }).click();
    const messages = page.getByText(/can’t be reached/);
    const band = page.getByText('Nameloan can’t be reached. Retrying automatically.');
    await page.getByRole('alert').filter({ has: band }).waitFor();
    await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
    // What the page reads again fails too, and is not reported twice.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    assert.deepEqual(await messages.allTextContents(), [
      'Nameloan can’t be reached. Retrying automatically.',
    ]);

    await environment.restartProcess('product');
    await page.waitForURL('**/app/transactions');
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    await band.waitFor({ state: 'detached' });
    const box = page.getByText('Nameloan can’t be reached. Try again in a moment.');
    assert.equal(await box.count(), 0, 'no box takes the place of the band');
    // A service that starts later than the gateway may say so for a moment.
    await messages.first().waitFor({ state: 'detached' });

    // Live updates arrive: the socket has reconnected too.
    const bell = page.getByRole('button', { name: /^Notifications/ });
    assert.equal(await bell.getAttribute('aria-label'), 'Notifications');
    await deposit(person, environment.sandbox, 25);
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  },
);

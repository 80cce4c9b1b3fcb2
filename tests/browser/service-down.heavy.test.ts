/** A killed service, with one process per service: its screens say so and recover automatically. */

import assert from 'node:assert/strict';
import { makeOffer } from '@nameloan/driver/steps';
import { ensureBuilt } from '@nameloan/web/build/ensure-built';
import type { Locator, Page } from 'playwright-core';
import { createListedDomain, defaultTerms } from '../flows/environment/loans.ts';
import { startManyProcesses } from '../flows/environment/many-processes.ts';
import { setUpJourneys } from './environment.ts';

const { journey } = setUpJourneys({
  start: async () => startManyProcesses({ settings: { WEB_DIR: await ensureBuilt() } }),
});

interface ServiceScreen {
  service: string;
  /** The service's name on screen. */
  label: string;
  address: string;
  /** Opens the view that calls the service, if the page itself does not. */
  open?: (page: Page) => Promise<void>;
  /** The view's content once the service responds. */
  content: (page: Page) => Locator;
}

const screens: readonly ServiceScreen[] = [
  {
    service: 'identity',
    label: 'Accounts',
    address: '/app/settings',
    content: (page) => page.getByRole('region', { name: 'Profile' }),
  },
  {
    service: 'domains',
    label: 'Domains',
    address: '/app/my-domains',
    content: (page) => page.getByRole('table', { name: 'My domains' }),
  },
  {
    service: 'lending',
    label: 'Loans and listings',
    address: '/app/borrow',
    content: (page) => page.getByRole('table', { name: 'Offers received' }),
  },
  {
    service: 'payments',
    label: 'Payments',
    address: '/app/transactions',
    content: (page) => page.getByRole('main').getByText('Nothing here yet...'),
  },
  {
    service: 'notifications',
    label: 'Notifications',
    address: '/app/settings',
    open: (page) => page.getByRole('button', { name: /^Alerts/ }).click(),
    content: (page) => page.getByRole('button', { name: /A lender offers/ }),
  },
];

journey(
  'a screen of a service that is down names the service, keeps the rest, and recovers with it',
  async ({ environment, openFor }) => {
    const { borrower, lender, domain } = await createListedDomain(environment);
    await makeOffer(lender, domain.id, defaultTerms);
    const { page } = await openFor(borrower);
    for (const { service, label, address, open, content } of screens) {
      await page.goto(address);
      await open?.(page);
      await content(page).waitFor();
      await environment.killProcess(service);
      await page.reload();
      await open?.(page);
      const message = page
        .getByRole(open ? 'group' : 'main')
        .getByText(`${label} can’t be reached right now. Retrying automatically.`)
        .first();
      await message.waitFor();
      assert.equal(
        await page.getByRole('link', { name: 'My Domains' }).count(),
        1,
        'the app shell is visible',
      );
      await environment.restartProcess(service);
      await content(page).waitFor();
      await message.waitFor({ state: 'detached' });
    }
  },
);

journey(
  'an action on a service that is down shows an error and can be repeated',
  async ({ environment, openFor }) => {
    const { lender, domain } = await createListedDomain(environment);
    const { page } = await openFor(lender);
    await page.goto('/app/listings');
    await page.getByRole('button', { name: `Make Offer on ${domain.domain}` }).click();
    const dialog = page.getByRole('dialog');
    const message = dialog.getByLabel('Message');
    await message.fill('Written before the outage.');
    await environment.killProcess('lending');
    await dialog.getByRole('button', { name: 'Make Offer' }).click();
    await dialog.getByRole('alert').getByText(/./).first().waitFor();
    assert.equal(await message.inputValue(), 'Written before the outage.');
    await environment.restartProcess('lending');
    await dialog.getByRole('button', { name: 'Make Offer' }).click();
    await page.getByRole('status').getByText('Offer sent').first().waitFor();
    const { offers } = await lender.get('/offers/sent-offers');
    assert.equal(offers.length, 1);
  },
);

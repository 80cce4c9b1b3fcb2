/** A part of the product is killed, where each is a process of its own: its screens say so, and go on by themselves. */

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { makeOffer } from '../../scripts/demo/steps.ts';
import { ensureBuilt } from '../../scripts/web-app/ensure-built.ts';
import { listed, someTerms } from '../flows/world/loans.ts';
import { startManyProcesses } from '../flows/world/many-processes.ts';
import { openWorld } from './world.ts';

const { journey } = openWorld({
  start: async () => startManyProcesses({ environment: { WEB_DIR: await ensureBuilt() } }),
});

interface Scene {
  part: string;
  /** What the part is called on screen. */
  called: string;
  address: string;
  /** Brings up what is asked of the part; else the page does by itself. */
  open?: (page: Page) => Promise<void>;
  /** Of the part, once it answers. */
  shows: (page: Page) => Locator;
}

const scenes: readonly Scene[] = [
  {
    part: 'identity',
    called: 'Accounts',
    address: '/app/settings',
    shows: (page) => page.getByRole('region', { name: 'Profile' }),
  },
  {
    part: 'domains',
    called: 'Domains',
    address: '/app/my-domains',
    shows: (page) => page.getByRole('table', { name: 'My domains' }),
  },
  {
    part: 'lending',
    called: 'Loans and listings',
    address: '/app/borrow',
    shows: (page) => page.getByRole('table', { name: 'Offers received' }),
  },
  {
    part: 'payments',
    called: 'Payments',
    address: '/app/transactions',
    shows: (page) => page.getByRole('main').getByText('Nothing here yet...'),
  },
  {
    part: 'notifications',
    called: 'Notifications',
    address: '/app/settings',
    open: (page) => page.getByRole('button', { name: /^Alerts/ }).click(),
    shows: (page) => page.getByRole('button', { name: /A lender offers/ }),
  },
];

journey(
  'a screen whose part is away says whose it is, keeps the rest, and shows it when it is back',
  async ({ world, openFor }) => {
    const { borrower, lender, domain } = await listed(world);
    await makeOffer(lender, domain.id, someTerms);
    const { page } = await openFor(borrower);
    for (const { part, called, address, open, shows } of scenes) {
      await page.goto(address);
      await open?.(page);
      await shows(page).waitFor();
      await world.kill(part);
      await page.reload();
      await open?.(page);
      const told = page
        .getByRole(open ? 'group' : 'main')
        .getByText(`${called} can't be reached right now. Retrying automatically.`)
        .first();
      await told.waitFor();
      assert.equal(
        await page.getByRole('link', { name: 'My Domains' }).count(),
        1,
        'the shell is there',
      );
      await world.restart(part);
      await shows(page).waitFor();
      await told.waitFor({ state: 'detached' });
    }
  },
);

journey(
  'what is done while its part is away is refused in words, and can be done again',
  async ({ world, openFor }) => {
    const { lender, domain } = await listed(world);
    const { page } = await openFor(lender);
    await page.goto('/app/listings');
    await page.getByRole('button', { name: `Make Offer on ${domain.domain}` }).click();
    const dialog = page.getByRole('dialog');
    const message = dialog.getByLabel('Message');
    await message.fill('Written before it was away.');
    await world.kill('lending');
    await dialog.getByRole('button', { name: 'Make Offer' }).click();
    await dialog.getByRole('alert').getByText(/./).first().waitFor();
    assert.equal(await message.inputValue(), 'Written before it was away.');
    await world.restart('lending');
    await dialog.getByRole('button', { name: 'Make Offer' }).click();
    await page.getByRole('status').getByText('Offer sent').first().waitFor();
    const { offers } = await lender.get('/offers/sent-offers');
    assert.equal(offers.length, 1);
  },
);

/** A portfolio in an afternoon: from a registrar's export of 300 names to 50 listings, counted in clicks. */

import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { setUpJourneys } from './environment.ts';
import { button, dialog } from './my-domains.ts';

const { journey } = setUpJourneys();

const count = 300;
/** A click, a selected option (two) or a field that is filled. */
const maxClicks = 40;
/** The product promises 5 minutes for 500 names. */
const maxCheckMs = 300_000;
/** Of 50 domains, also while reports about all 300 are looked up. */
const maxListingMs = 180_000;
const header = 'Domain Name,TLD,Create Date,Expiration Date,Lock,Auto-renew,Status,Renewal Price';

journey(
  'of 300 names pasted from a registrar’s export, proven by one record, 50 are listed with at most 40 clicks',
  async ({ environment, openFor }) => {
    const owner = await environment.newPerson('Ines Investor');
    const names = Array.from({ length: count }, () => environment.newDomainName());
    const lines = names.map((name) => `${name},com,2020-01-01,2031-05-01,Locked,On,Active,$ 22.00`);
    const { page } = await openFor(owner);
    await page.goto('/app/my-domains');
    const startMs = performance.now();
    let clicks = 0;
    const click = (target: Locator) => {
      clicks++;
      return target.click();
    };
    const fill = (target: Locator, text: string) => {
      clicks++;
      return target.fill(text);
    };

    await click(page.getByRole('link', { name: 'Import Names' }));
    await page.getByRole('heading', { name: 'Import Names' }).waitFor();
    await fill(page.getByLabel('Names', { exact: true }), [header, ...lines].join('\r\n'));
    await click(button(page, 'Preview'));
    await click(button(page, `Import ${count} names`));
    await page.getByRole('heading', { name: `${count} names added` }).waitFor();

    await click(page.getByRole('link', { name: 'Check All' }));
    const check = dialog(page, 'Check All');
    await click(check.getByText('One record for all your names'));
    await click(button(page, 'Copy value of the account record'));
    const { txt } = await owner.get('/users/account-proof');
    await check.getByText(txt.value).waitFor();
    // What the owner enters once at the registrar, for all names.
    for (let start = 0; start < names.length; start += 50) {
      const some = names.slice(start, start + 50);
      await Promise.all(
        some.map((name) => environment.sandbox.setTxt(`${txt.host}.${name}`, [txt.value])),
      );
    }
    clicks += 2;
    await click(check.getByRole('button', { name: 'Check All' }));
    await check.getByText(`${count} proven`).first().waitFor({ timeout: maxCheckMs });
    await click(check.getByRole('button', { name: 'Close' }));
    // The import leads to the names without a proof, which there are none of now.
    await click(page.getByRole('link', { name: 'Clear', exact: true }));

    clicks += 2;
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('50');
    await page.getByRole('row').nth(50).waitFor();
    await click(page.getByRole('checkbox', { name: 'Select all on this page' }));
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByText('50 selected').waitFor();
    await click(bar.getByRole('button', { name: 'List', exact: true }));
    const list = page.getByRole('dialog');
    await fill(list.getByLabel('Share of the estimated value'), '40');
    await fill(list.getByLabel('Desired term in days'), '90');
    await fill(list.getByLabel('Desired APR'), '12.5');
    await click(list.getByRole('button', { name: 'List 50 Domains' }));
    const result = page.getByRole('dialog', { name: / listed/ });
    const failure = list.getByRole('alert').filter({ hasText: /./ });
    await result.or(failure).first().waitFor({ timeout: maxListingMs });
    assert.equal(await failure.count(), 0, await list.innerText());
    assert.equal(await dialog(page, '50 listed').count(), 1, await result.innerText());
    const minutes = (performance.now() - startMs) / 60_000;

    const { domains } = await owner.get('/domains?limit=100');
    const listed = domains.filter(({ listing }: { listing: object | null }) => listing !== null);
    assert.equal(listed.length, 50);
    assert.equal((await owner.get('/domains?limit=1')).total, count);
    console.log(`300 names, 50 listings: ${clicks} clicks, ${minutes.toFixed(1)} minutes`);
    assert.ok(clicks <= maxClicks, `${clicks} clicks`);
  },
);

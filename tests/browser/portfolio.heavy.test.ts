/** A portfolio in My Domains: names are selected, and listed, unlisted and removed together. */

import assert from 'node:assert/strict';
import { addProvenDomain } from '@nameloan/driver/steps';
import type { Locator, Page } from 'playwright-core';
import { checkPage } from './budgets/check-page.ts';
import { setUpJourneys } from './environment.ts';
import { focusedName, pressOn, tabTo, typeInto } from './keyboard.ts';
import { button, dialog } from './my-domains.ts';
import { phone } from './window.ts';

const { journey, byKeyboard } = setUpJourneys();

/** Of 300 imported names to 50 listings; the selection and the listing are some of them. */
const maxClicks = 40;

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selection' });
const rows = (page: Page): Locator => page.getByRole('checkbox', { name: /^Select (?!all)/ });

async function fillTerms(list: Locator): Promise<void> {
  await list.getByLabel('Share of the estimated value').fill('40');
  await list.getByLabel('Desired term in days').fill('90');
  await list.getByLabel('Desired APR').fill('12.5');
}

journey(
  'of 60 names 50 are listed together by a share of their value, unlisted and removed, in few clicks',
  async ({ environment, openFor }) => {
    const owner = await environment.newPerson('Pola Portfolio');
    const names = Array.from({ length: 60 }, () => environment.newDomainName());
    for (let start = 0; start < names.length; start += 10) {
      const ten = names.slice(start, start + 10);
      await Promise.all(ten.map((name) => addProvenDomain(owner, environment.sandbox, name)));
    }
    const unproven = environment.newDomainName();
    await owner.post('/domains/add', { domain: unproven });
    const { page } = await openFor(owner);
    await page.goto('/app/my-domains');
    await page.getByRole('row').nth(7).waitFor();
    assert.equal(await rows(page).count(), 7);
    let clicks = 0;
    const click = (target: Locator) => {
      clicks++;
      return target.click();
    };

    // A select counts as two clicks.
    clicks += 2;
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('50');
    await page.getByRole('row').nth(50).waitFor();
    await click(page.getByRole('checkbox', { name: 'Select all on this page' }));
    await bar(page).getByText('50 selected').waitFor();
    await click(bar(page).getByRole('button', { name: 'List', exact: true }));
    const list = page.getByRole('dialog');
    await list.getByText('1 left out').waitFor();
    const excluded = list.getByRole('list', { name: '1 left out' });
    assert.match(
      (await excluded.textContent()) ?? '',
      new RegExp(`${unproven}.*Verify this domain before you list it`),
    );
    await fillTerms(list);
    clicks += 3;
    await list.getByRole('list', { name: '49 will be listed' }).getByText('$').first().waitFor();
    assert.deepEqual(await checkPage(page), []);
    await click(list.getByRole('button', { name: 'List 49 Domains' }));
    const listed = dialog(page, '49 listed');
    await listed.waitFor();
    await click(listed.getByRole('button', { name: 'Close' }));
    assert.ok(clicks <= maxClicks, `${clicks} clicks`);
    const open = async () => (await owner.get('/domains?limit=100')).domains;
    const shares = (await open()).flatMap(
      (one: { listing: { desired_loan_amount: number } | null; estimated_value: number }) =>
        one.listing ? [one.listing.desired_loan_amount / one.estimated_value] : [],
    );
    assert.equal(shares.length, 49);
    for (const share of shares) assert.ok(share <= 0.4 && share > 0.399, String(share));

    // The rows that are listed now are left out, with the reason.
    await bar(page).getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('dialog').getByText('50 left out').waitFor();
    assert.equal(await page.getByRole('dialog').getByText('already listed').count(), 49);
    await page.keyboard.press('Escape');

    await bar(page).getByRole('button', { name: 'Unlist' }).click();
    await button(page, 'Remove 49 Listings').click();
    const unlisted = dialog(page, '49 removed');
    await unlisted.getByRole('button', { name: 'Close' }).click();
    await bar(page).getByRole('button', { name: 'Clear' }).click();
    await bar(page).waitFor({ state: 'hidden' });
    for (const index of [0, 1, 2]) await rows(page).nth(index).click();
    await bar(page).getByRole('button', { name: 'Remove' }).click();
    await button(page, 'Remove 3 Domains').click();
    await dialog(page, '3 removed').getByRole('button', { name: 'Close' }).click();
    assert.equal((await owner.get('/domains?limit=1')).total, 58);

    // The setting stays in this browser.
    await page.reload();
    await page.getByRole('row').nth(50).waitFor();
  },
);

byKeyboard(
  'rows are selected and listed by keyboard, also in the stacked table of a phone',
  async ({ environment, openFor }) => {
    const owner = await environment.newPerson('Kit Keys');
    const names = [environment.newDomainName(), environment.newDomainName()];
    for (const name of names) await addProvenDomain(owner, environment.sandbox, name);
    const { page } = await openFor(owner, phone);
    await page.goto('/app/my-domains');
    await rows(page).nth(1).waitFor();
    await tabTo(page, rows(page).first());
    await page.keyboard.press('Space');
    await bar(page).getByText('1 selected').waitFor();
    assert.equal(await focusedName(page), `Select ${names[1]}`);
    assert.deepEqual(await checkPage(page), []);
    await pressOn(page, bar(page).getByRole('button', { name: 'Select all on this page' }));
    await bar(page).getByText('2 selected').waitFor();
    await pressOn(page, bar(page).getByRole('button', { name: 'List', exact: true }));
    const list = page.getByRole('dialog');
    await typeInto(page, list.getByLabel('Share of the estimated value'), '30');
    await typeInto(page, list.getByLabel('Desired term in days'), '30');
    await typeInto(page, list.getByLabel('Desired APR'), '9');
    assert.deepEqual(await checkPage(page), []);
    await page.keyboard.press('Enter');
    const listed = dialog(page, '2 listed');
    await listed.waitFor();
    assert.deepEqual(await checkPage(page), []);
    await page.keyboard.press('Escape');
    await listed.waitFor({ state: 'hidden' });
  },
);

/** The import of a registrar's export into My Domains, its labels and its export. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { checkPage } from './budgets/check-page.ts';
import { setUpJourneys } from './environment.ts';
import { banner, button, dialog, more, row } from './my-domains.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys();

const count = 300;
/** The columns of a registrar's export; those of the owner are not read. */
const header =
  'Domain Name,TLD,Create Date,Expiration Date,Lock,Auto-renew,Status,Renewal Price,Registrant First Name,Registrant Email';

/** Pastes as a user does; typing 30 KB would take minutes. */
async function pasteList(page: Page, text: string): Promise<void> {
  await page.getByLabel('Names').fill(text);
}

journey(
  'an owner imports 300 names from a registrar’s export with four clicks, labels one and exports them all',
  async ({ environment, openFor }) => {
    const person = await environment.newPerson('Imogen Investor');
    const names = Array.from({ length: count }, () => environment.newDomainName());
    const [first = '', second = ''] = names;
    await person.post('/domains/add', { domain: first });
    const line = (name: string) =>
      `${name},com,2020-01-01,2027-05-01,Locked,On,Active,$ 22.00,Imogen,imogen@secret.example`;
    const list = [header, ...[...names, `www.${second}`].map(line)].join('\r\n');
    const window = await openFor(person);
    const { page } = window;
    await page.goto('/app/my-domains');
    await page.getByRole('link', { name: 'Import Names' }).click();
    await page.getByRole('heading', { name: 'Import Names' }).waitFor();
    assert.match(page.url(), /\/app\/my-domains\/import$/);
    assert.deepEqual(await checkPage(page), []);
    await pasteList(page, list);
    await button(page, 'Preview').click();
    await button(page, `Import ${count - 1} names`).waitFor();
    await row(page, `www.${second}`).getByText(`Use the registered name ${second}.`).waitFor();
    await row(page, first).getByText('You already have this domain.').waitFor();
    assert.deepEqual(await checkPage(page), []);
    await button(page, `Import ${count - 1} names`).click();
    await page.getByRole('heading', { name: `${count - 1} names added` }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: `${count - 1} names added` }).waitFor();
    assert.deepEqual(await checkPage(page), []);
    await page.getByRole('link', { name: 'Check All' }).click();
    await dialog(page, 'Check All').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('table', { name: 'My domains' }).waitFor();
    assert.equal((await person.get('/domains?limit=1')).total, count);
    assert.doesNotMatch(JSON.stringify(await person.get('/domains?limit=100')), /secret/);

    await page.getByLabel('Search names').fill(second);
    await page.keyboard.press('Enter');
    await row(page, second).waitFor();
    await more(page, second, 'Labels');
    await dialog(page, 'Labels').getByLabel('Labels').fill('To sell, Short');
    await button(page, 'Save Labels').click();
    await banner(page, 'Labels saved').waitFor();
    await row(page, second).getByText('To sell').waitFor();
    await page.goto('/app/my-domains?label=To+sell');
    await row(page, second).waitFor();
    assert.equal(await page.getByRole('row').count(), 2);
    assert.equal(await page.getByLabel('Label', { exact: true }).inputValue(), 'To sell');
    assert.deepEqual(await checkPage(page), []);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Export CSV').click(),
    ]);
    assert.equal(file.suggestedFilename(), 'nameloan-domains.csv');
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    assert.equal(lines.length, 1 + count);
    assert.ok(lines.some((one) => one.startsWith(`${second},`) && one.includes('To sell; Short')));
  },
);

journey('a file is imported on a phone', async ({ environment, openFor }) => {
  const person = await environment.newPerson('Fia File');
  const name = environment.newDomainName();
  const { page } = await openFor(person, phone);
  await page.goto('/app/my-domains/import');
  const file = {
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Domain;Price\n${name};1`),
  };
  await page.locator('input[type=file]').setInputFiles(file);
  await button(page, 'Import 1 name').waitFor();
  assert.deepEqual(await checkPage(page), []);
  await button(page, 'Import 1 name').tap();
  await page.getByRole('heading', { name: '1 name added' }).waitFor();
  assert.deepEqual(await checkPage(page), []);
});

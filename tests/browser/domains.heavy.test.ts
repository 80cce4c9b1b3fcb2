/** My Domains: adding, verifying, listing and removing domains, and access to others' domains. */

import assert from 'node:assert/strict';
import type { SandboxClient } from '@nameloan/driver/sandbox-client';
import { addProvenDomain, openListing } from '@nameloan/driver/steps';
import type { Page } from 'playwright-core';
import { setUpJourneys } from './environment.ts';
import { focusedName, pressOn, tabTo, typeInto } from './keyboard.ts';
import { banner, button, dialog, more } from './my-domains.ts';
import { verifyByApi } from './verify-email.ts';

const { journey, byKeyboard } = setUpJourneys();

/** Sets the DNS record that the screen shows. */
async function setShownRecord(page: Page, sandbox: SandboxClient): Promise<void> {
  const readValue = async (label: string) =>
    (await page.getByRole('dialog').locator(`dt:text-is("${label}") + dd code`).textContent()) ??
    '';
  assert.equal(await readValue('Type'), 'TXT');
  await sandbox.setTxt(await readValue('Host'), [await readValue('Value')]);
}

byKeyboard('a new user adds a domain, verifies it and lists it', async ({ environment, open }) => {
  const { sandbox } = environment;
  const window = await open('Kay Board');
  const { page } = window;
  await window.register({
    name: 'Kay Board',
    email: 'kay@flows.example',
    password: 'a long enough secret',
  });
  await verifyByApi(environment.url, 'kay@flows.example', sandbox);
  const name = environment.newDomainName();

  await pressOn(page, page.getByRole('link', { name: 'My Domains' }));
  await page.getByText('Add a domain you own').waitFor();
  await page.locator('#main').getByText('Nothing here yet...').waitFor();
  assert.match(await page.title(), /^My Domains · Nameloan$/);
  await pressOn(page, button(page, 'Add New').first());
  const add = dialog(page, 'Add New');
  await add.waitFor();
  assert.match(page.url(), /\/app\/my-domains\?add$/);
  await page.keyboard.type('not a domain');
  await page.keyboard.press('Enter');
  const input = add.getByLabel('Domain name');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  await typeInto(page, input, name);
  await page.keyboard.press('Enter');

  const verify = dialog(page, 'Verify Domain');
  await verify.getByText('_nameloan-challenge').waitFor();
  await tabTo(page, verify.getByRole('button', { name: 'Copy value' }));
  await pressOn(page, verify.getByRole('button', { name: 'Queue Check' }));
  await verify.getByText('Transfer added to queue').waitFor();
  await verify.getByText('Not there yet').waitFor();
  await verify.getByText('Next check:').waitFor();
  await page.keyboard.press('Escape');
  await verify.waitFor({ state: 'hidden' });
  await banner(page, 'Check back in a little bit.').waitFor();
  assert.match(page.url(), /\/app\/my-domains$/);

  await pressOn(page, button(page, `Verify: ${name}`));
  await verify.waitFor();
  await setShownRecord(page, sandbox);
  await pressOn(page, verify.getByRole('button', { name: 'Queue Check' }));
  await verify.getByText('Record found').waitFor();
  await pressOn(page, verify.getByRole('button', { name: 'Get Loan' }));

  const list = dialog(page, 'Create Listing');
  await list.waitFor();
  await typeInto(page, list.getByLabel('Desired loan amount'), '2,500');
  await typeInto(page, list.getByLabel('Desired term in days'), 'soon');
  await typeInto(page, list.getByLabel('Desired APR'), '12.5');
  await page.keyboard.press('Enter');
  await list.getByText('Invalid term').waitFor();
  assert.equal(
    await list.getByLabel('Desired term in days').evaluate((one) => one === document.activeElement),
    true,
  );
  await typeInto(page, list.getByLabel('Desired term in days'), '90');
  await list.getByText('$2,577.05').waitFor();
  await typeInto(page, list.getByLabel('Your estimate of the value'), '9,000');
  await page.keyboard.press('Enter');
  await banner(page, 'Listing created').waitFor();
  await button(page, `Get Loan: ${name}`).waitFor({ state: 'hidden' });
  await pressOn(page, button(page, `More actions for ${name}`));
  await page.getByText('Remove Listing', { exact: true }).waitFor();
  assert.equal(await list.count(), 0);
});

journey(
  'a modal opened from a row closes to the row; opened by its address, to the list',
  async ({ environment, openFor }) => {
    const person = await environment.newPerson('Rowena Opener');
    const names = Array.from({ length: 9 }, () => environment.newDomainName());
    for (const name of names) await person.post('/domains/add', { domain: name });
    const { page } = await openFor(person, { viewport: { width: 1440, height: 500 } });
    await page.goto('/app/my-domains/1?sort=oldest');
    const opener = button(page, `More actions for ${names[6]}`);
    await opener.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    assert.ok(scrolled > 0);
    await more(page, names[6] ?? '', 'Remove Domain');
    await dialog(page, 'Remove this domain?').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.match(page.url(), /\/app\/my-domains\/1\?sort=oldest$/);
    assert.equal(await focusedName(page), `More actions for ${names[6]}`);
    assert.equal(await page.evaluate(() => scrollY), scrolled);

    // Back closes it too, without leaving the page.
    await more(page, names[6] ?? '', 'Remove Domain');
    await dialog(page, 'Remove this domain?').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.match(page.url(), /\/app\/my-domains\/1\?sort=oldest$/);

    const { domains } = await person.get('/domains?limit=9');
    await page.goto(`/app/my-domains/2?verify=${domains[0].id}`);
    await dialog(page, 'Verify Domain').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.match(page.url(), /\/app\/my-domains\/2$/);
  },
);

journey(
  'an unknown domain, or another account’s, shows the 404 page',
  async ({ environment, openFor }) => {
    const owner = await environment.newPerson('Ona Owner');
    const other = await environment.newPerson('Olaf Other');
    const theirs = await addProvenDomain(other, environment.sandbox, environment.newDomainName());
    const window = await openFor(owner);
    const { page } = window;
    const over = page.getByRole('heading', { name: "It's over" });
    window.allowErrors(/status of 404/);
    const addresses = [
      'transfer-in',
      `list?domain=${theirs.id}`,
      'edit-ns?domain=nothing',
      `2/transfer-out?domain=${theirs.id}`,
      'unlist?domain=',
      `?verify=${theirs.id}`,
      '0',
    ];
    for (const address of addresses) {
      await page.goto(`/app/my-domains/${address}`);
      await over.waitFor();
      assert.equal(await page.getByRole('dialog').count(), 0, address);
    }
  },
);

journey('a listing is removed, and then its domain', async ({ environment, openFor }) => {
  const person = await environment.newPerson('Una Unlist');
  const name = environment.newDomainName();
  const domain = await addProvenDomain(person, environment.sandbox, name);
  await openListing(person, domain.id, { amount: 1000, term: 90, apy: 12 });
  const window = await openFor(person);
  const { page } = window;
  const other = await window.newTab();
  await other.goto('/app/my-domains');
  await button(other, `More actions for ${name}`).waitFor();
  await page.goto('/app/my-domains?status=EXTERNAL_VERIFIED');
  await button(page, `More actions for ${name}`).click();
  // A disabled action shows its reason.
  await page.getByText('Remove its listing first.').waitFor();
  await page.keyboard.press('Escape');
  await more(page, name, 'Remove Listing');
  await dialog(page, 'Remove this listing?')
    .getByRole('button', { name: 'Remove Listing' })
    .click();
  await banner(page, 'Listing removed').waitFor();
  await button(page, `Get Loan: ${name}`).waitFor();
  await more(page, name, 'Remove Domain');
  await dialog(page, 'Remove this domain?').getByRole('button', { name: 'Remove Domain' }).click();
  await banner(page, 'Domain removed').waitFor();
  await page.getByText('No domains match.').waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByText('Add a domain you own').waitFor();
  // The other tab shows the same after a switch; all tabs of a test have the focus at once.
  await other.evaluate("window.dispatchEvent(new Event('focus'))");
  await other.getByText('Add a domain you own').waitFor();
});

/** One session in two tabs: changes appear in both, and the session is renewed once for both. */

import assert from 'node:assert/strict';
import { makeOffer } from '@nameloan/driver/steps';
import type { Request } from 'playwright-core';
import { createListedDomain, defaultTerms } from '../flows/environment/loans.ts';
import { setUpJourneys } from './environment.ts';
import { more, row } from './my-domains.ts';

const { journey } = setUpJourneys();

journey('logging out in one tab logs out the other', async ({ environment, openFor }) => {
  const window = await openFor(await environment.newPerson('Tess Two'));
  const other = await window.newTab();
  await other.goto('/app/settings');
  await other.getByRole('heading', { name: 'Settings' }).waitFor();
  await window.page.getByRole('button', { name: 'Log Out' }).click();
  await window.page.waitForURL((url) => url.pathname === '/');
  await other.waitForURL('**/login**');
  assert.equal(await other.evaluate(() => localStorage.getItem('accessToken')), null);
});

journey('a notification read in one tab is read in the other', async ({ environment, openFor }) => {
  const { borrower, lender, domain } = await createListedDomain(environment);
  await makeOffer(lender, domain.id, defaultTerms);
  const window = await openFor(borrower);
  const other = await window.newTab();
  await other.goto('/app/settings');
  for (const page of [window.page, other])
    await page.getByRole('button', { name: 'Alerts, 1 unread' }).waitFor();
  await window.page.getByRole('button', { name: 'Alerts, 1 unread' }).click();
  await window.page.getByRole('button', { name: /A lender offers/ }).click();
  await other.getByRole('button', { name: 'Alerts', exact: true }).waitFor();
});

journey(
  'a domain removed in one tab disappears from the other’s list',
  async ({ environment, openFor }) => {
    const owner = await environment.newPerson('Una Lister');
    const name = environment.newDomainName();
    await owner.post('/domains/add', { domain: name });
    const window = await openFor(owner);
    const other = await window.newTab();
    for (const page of [other, window.page]) {
      await page.goto('/app/my-domains');
      await row(page, name).waitFor();
    }
    await more(window.page, name, 'Remove Domain');
    await window.page.getByRole('dialog').getByRole('button', { name: 'Remove Domain' }).click();
    await other.getByText('Nothing here yet...').waitFor();
    assert.equal(await row(other, name).count(), 0);
  },
);

journey(
  'access tokens that have ended in two tabs are renewed by one call',
  async ({ environment, openFor }) => {
    const person = await environment.newPerson('Rae Newer');
    const window = await openFor(person);
    const other = await window.newTab();
    // No app runs here, so no pending request uses the expired token before both tabs do.
    for (const page of [window.page, other]) await page.goto('/developers');
    person.token = await window.page.evaluate(() => localStorage.accessToken);
    const ended = await environment.mint(person, -60);
    await window.page.evaluate((token) => localStorage.setItem('accessToken', token), ended);

    let renewals = 0;
    window.context.on('request', (request: Request) => {
      if (request.postData()?.includes('mutation RefreshTokens')) renewals += 1;
    });
    await Promise.all([window.page.goto('/app/borrow'), other.goto('/app/lend')]);
    for (const page of [window.page, other])
      await page.locator('#main').getByText('Nothing here yet...').first().waitFor();
    assert.equal(renewals, 1);

    // Without a refresh token the session ends, and the login page of the first app that notices says why; so no
    // other app may run.
    for (const page of [window.page, other]) await page.goto('/developers');
    await window.page.evaluate((token) => {
      localStorage.removeItem('refreshToken');
      localStorage.setItem('accessToken', token);
    }, ended);
    await window.page.goto('/app/borrow');
    await window.page.waitForURL('**/login?next=%2Fapp%2Fborrow');
    await window.page.getByText('No refresh token available').waitFor();
  },
);

/** The dashboard: the first steps of a new account, what needs its reader, the payments of 90 days, and nothing that moves. */

import assert from 'node:assert/strict';
import { addProvenDomain, makeOffer, openListing } from '@nameloan/driver/steps';
import type { Page } from 'playwright-core';
import { createAcceptedLoan, createPostedLoan, defaultTerms } from '../flows/environment/loans.ts';
import { checkPage } from './budgets/check-page.ts';
import { waitUntilSettled } from './budgets/page-windows.ts';
import { setUpJourneys } from './environment.ts';
import { readShifts, recordShifts } from './watch-page.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys();

const maxShift = 0.01;

/** Opens the dashboard twice: without and with what the browser remembers of the first visit. Shifts are recorded. */
async function assertSteady(page: Page): Promise<void> {
  for (const visit of ['first', 'second']) {
    await page.goto('/app');
    await waitUntilSettled(page);
    const { sum, moved } = await readShifts(page);
    assert.ok(sum <= maxShift, `the ${visit} visit shifts by ${sum}: ${moved.join('; ')}`);
  }
  assert.deepEqual(await checkPage(page), []);
}

const steps = (page: Page) => page.getByRole('region', { name: 'Two ways to start' });
const ticks = (page: Page) => steps(page).getByText(/, done$/);
const needs = (page: Page) => page.getByRole('region', { name: /^Needs you/ });

journey(
  'the first steps of a new account are ticked as they happen, and stay dismissed',
  async ({ environment, openFor }) => {
    const person = await environment.newPerson('Nia Newcomer');
    const { page, context } = await openFor(person);
    await recordShifts(context);
    await steps(page).waitFor();
    assert.equal(await ticks(page).count(), 0);
    await assertSteady(page);

    const { sandbox } = environment;
    const domain = await addProvenDomain(person, sandbox, environment.newDomainName());
    await page.goto('/app');
    await steps(page).getByText('Verify it by DNS, done').waitFor();
    assert.equal(await ticks(page).count(), 2);
    await openListing(person, domain.id, defaultTerms);
    await page.goto('/app');
    await steps(page).getByText('List it for a loan, done').waitFor();
    assert.equal(await steps(page).getByRole('link').count(), 2);

    await steps(page).getByRole('button', { name: 'Dismiss' }).click();
    await assertSteady(page);
    assert.equal(await steps(page).count(), 0);

    const lender = await environment.newPerson('Lea Lender');
    await makeOffer(lender, domain.id, defaultTerms);
    // Offers show without a reload.
    await needs(page).getByText('1 offer: $900.50 at 18% for 60 days').waitFor();
    await needs(page)
      .getByRole('link', { name: /^Answer/ })
      .click();
    await page.waitForURL('**/app/borrow?offers=open#offers');
    await assertSteady(page);
  },
);

journey(
  'a loan that needs its reader is first, and the payments of 90 days are walked by keyboard',
  async ({ environment, openFor }) => {
    const signing = await createAcceptedLoan(environment);
    const { page: first } = await openFor(signing.borrower);
    await needs(first).getByText('Sign to borrow $900.50').waitFor();
    await needs(first)
      .getByRole('link', { name: `Sign: ${signing.domain.domain}` })
      .click();
    await first.waitForURL(`**/app/escrow/${signing.id}`);

    const loan = await createPostedLoan(environment);
    const windows = [await openFor(loan.borrower), await openFor(loan.lender, phone)];
    for (const { page, context } of windows) {
      await recordShifts(context);
      await assertSteady(page);
      assert.equal(await needs(page).count(), 0, 'a running loan waits for no one');
      const strip = page.getByRole('region', { name: 'Next 90 days' });
      const words =
        page === windows[0]?.page ? /^Repay \$927\.14 on / : /^You get \$927\.54 back on /;
      const bar = strip.getByRole('link', { name: words });
      await bar.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/app/escrow/${loan.id}`);
      await page
        .getByRole('heading', { level: 1 })
        .getByText(loan.domain.domain.split('.')[0])
        .waitFor();
    }
  },
);

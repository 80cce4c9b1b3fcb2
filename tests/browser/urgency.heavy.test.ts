/** Urgency: a loan that becomes due says so in lists, on the dashboard and on its page, on the reader's own clock. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { createPostedLoan, getEscrow } from '../flows/environment/loans.ts';
import { checkPage } from './budgets/check-page.ts';
import { setUpJourneys } from './environment.ts';
import { openLoan } from './loan-page.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys({ movesClock: true });

const card = (page: Page) => page.getByRole('region', { name: 'What happens next' });
/** The run may cross midnight. */
const inGrace = /^In grace · [67] days left$/;
const loans = (page: Page) => page.getByRole('table', { name: 'Loans' });

journey(
  'a loan turns from running to due, into grace and overdue, in the words and on the clock of each reader',
  async ({ environment, openFor }) => {
    const loan = await createPostedLoan(environment);
    const [borrows, lends] = await Promise.all([
      openFor(loan.borrower, { locale: 'de-DE', timezoneId: 'Europe/Berlin' }),
      openFor(loan.lender, { ...phone, timezoneId: 'America/New_York' }),
    ]);
    const [borrower, lender] = [borrows.page, lends.page];
    const open = () => Promise.all([borrower, lender].map((page) => openLoan(page, loan.id)));
    const accessible = async () => {
      for (const page of [borrower, lender]) assert.deepEqual(await checkPage(page), []);
    };

    await environment.sandbox.advanceClock('56d');
    await open();
    await card(borrower)
      .getByText(/^[34] days left$/)
      .waitFor();
    const { payoff } = await getEscrow(loan.borrower, loan);
    const amount = payoff.toFixed(2).replace('.', ',');
    const words = (await card(borrower).innerText()).replaceAll(/\s+/g, ' ');
    assert.ok(words.includes(`Payoff today ${amount} $`), words);
    // One clock: the reader's, 24 hours in German; UTC only in the tooltip.
    const deadline = card(borrower).locator('time');
    assert.match(await deadline.innerText(), /^\d+\. \p{L}+\.?,? \d\d?:\d\d$/u);
    assert.match((await deadline.getAttribute('title')) ?? '', /UTC$/);
    assert.match(await card(lender).locator('time').innerText(), /^\w+ \d+, \d+:\d\d\s[AP]M$/);
    assert.doesNotMatch(await borrower.getByRole('main').innerText(), /UTC/);
    await accessible();

    // The notice of default is sent when the loan is due, and grace counts from it.
    await environment.sandbox.advanceClock('4d');
    await environment.sandbox.advanceClock('1d');
    await open();
    for (const page of [borrower, lender]) {
      await page.getByRole('heading', { level: 1 }).getByText(inGrace).waitFor();
      await card(page)
        .getByText(/^[67] days left$/)
        .waitFor();
    }
    await accessible();
    await borrower.goto('/app');
    await borrower.getByRole('main').getByText(inGrace).waitFor();
    await borrower.goto('/app/borrow');
    await loans(borrower).getByText(inGrace).waitFor();
    await borrows.press(borrower.getByRole('link', { name: 'Open loans' }));
    await borrower.waitForURL(/loans=open/);
    await loans(borrower).getByText(inGrace).waitFor();
    await lender.goto('/app/lend');
    await loans(lender).getByText(inGrace).waitFor();
    await accessible();

    await environment.sandbox.advanceClock('8d');
    await open();
    for (const page of [borrower, lender]) {
      await page.getByRole('heading', { level: 1 }).getByText('Overdue', { exact: true }).waitFor();
      await card(page)
        .getByText(/^[89] days overdue$/)
        .waitFor();
    }
    await accessible();
  },
);

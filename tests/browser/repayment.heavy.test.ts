/** The loan's page has its figures in one card, which agrees with the server on any day, and columns of similar height. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { createPostedLoan, getEscrow, performAction } from '../flows/environment/loans.ts';
import { checkPage } from './budgets/check-page.ts';
import { setUpJourneys } from './environment.ts';
import { expectText, openLoan } from './loan-page.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys({ movesClock: true });

const card = (page: Page) => page.getByRole('region', { name: 'Repayment' });
const money = (dollars: number) => `$${dollars.toFixed(2)}`;
const dayAhead = (from: string, days: number) =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);

/** The titles of the cards that users look for, from top to bottom. */
const readCards = (page: Page) =>
  page.getByRole('heading', { level: 2 }).evaluateAll((headings) =>
    headings
      .map((one) => ({ text: one.textContent ?? '', top: one.getBoundingClientRect().top }))
      .sort((a, b) => a.top - b.top)
      .map(({ text }) => text.replace(/^Chat with .*/, 'Chat'))
      .filter((text) =>
        ['What happens next', 'Repayment', 'Chat', 'Domain', 'History'].includes(text),
      ),
  );

/** The bottom of each column. */
const readColumns = (page: Page) =>
  page.evaluate(() => {
    const bottomOf = (title: string) => {
      const headings = [...document.querySelectorAll('main h2')];
      const section = headings.find((one) => one.textContent === title)?.closest('section');
      return section?.parentElement?.lastElementChild?.getBoundingClientRect().bottom ?? 0;
    };
    return { rail: bottomOf('Repayment'), main: bottomOf('History') };
  });

journey(
  'the payoff of a chosen day is what the server asks for on that day, and an ended loan is in the past tense',
  async ({ environment, openFor }) => {
    const loan = await createPostedLoan(environment);
    const [borrows, lends] = await Promise.all([
      openFor(loan.borrower),
      openFor(loan.lender, phone),
    ]);
    const [borrower, lender] = [borrows.page, lends.page];
    await Promise.all([openLoan(borrower, loan.id), openLoan(lender, loan.id)]);
    const { payoff, disclosure } = await getEscrow(loan.borrower, loan);
    await card(borrower).getByText(money(payoff)).first().waitFor();
    await card(borrower).getByText(money(disclosure.repays)).waitFor();
    for (const text of ['Amount', 'Rate', 'Term', 'Contract', 'Signed PDF'])
      await card(borrower).getByText(text, { exact: true }).waitFor();

    const { now } = await environment.sandbox.readClock();
    await card(borrower).getByLabel('What if I pay on').fill(dayAhead(now, 33));
    const chosen = await card(borrower).getByLabel('Payoff on that day').innerText();
    await environment.sandbox.advanceClock('33d');
    const later = await getEscrow(loan.borrower, loan);
    assert.equal(chosen.split(' ')[0], money(later.payoff));

    const order = ['What happens next', 'Repayment', 'Chat', 'Domain', 'History'];
    assert.deepEqual(await readCards(lender), order);
    const { rail, main } = await readColumns(borrower);
    assert.ok(rail > 0 && rail < 1.25 * main, `rail ${rail}, main ${main}`);
    for (const page of [borrower, lender]) assert.deepEqual(await checkPage(page), []);

    await performAction(loan.lender, loan, 'finalize');
    // Without a claim, the page states no repayment.
    for (const page of [borrower, lender]) {
      await expectText(page, 'Payoff when closed');
      await card(page).getByText('Interest', { exact: true }).waitFor();
    }
    assert.equal(await card(borrower).getByLabel('What if I pay on').count(), 0);
    for (const page of [borrower, lender]) assert.deepEqual(await checkPage(page), []);
  },
);

/** Loans with instalments: listed, offered and agreed with their table, then paid, missed, cured and accelerated. */

import assert from 'node:assert/strict';
import type { Person } from '@nameloan/driver/person';
import { addProvenDomain, bringIntoCustody, sendLoanMoney } from '@nameloan/driver/steps';
import type { Page } from 'playwright-core';
import type { Loan } from '../flows/environment/loans.ts';
import {
  createPlannedLoan,
  getSchedule,
  passDue,
  reachDue,
} from '../flows/environment/planned-loans.ts';
import { checkPage } from './budgets/check-page.ts';
import { setUpJourneys } from './environment.ts';
import { expectBanner, openLoan, press } from './loan-page.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys({ movesClock: true });

const card = (page: Page, name: string) => page.getByRole('region', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const allPayments = (page: Page) => page.getByRole('button', { name: 'Show all 12 payments' });

async function createListing(page: Page, domainId: string): Promise<void> {
  await page.goto(`/app/my-domains/list?domain=${domainId}`);
  await dialog(page).getByLabel('Desired loan amount').fill('10000');
  await dialog(page).getByLabel('Desired APR').fill('12');
  assert.equal(await dialog(page).getByLabel('Desired term in days').count(), 1);
  await dialog(page).getByLabel('Repayment').selectOption('Dates and amounts you choose');
  await dialog(page).getByText('Late payments (optional)').click();
  await dialog(page).getByLabel('Amount of payment 1').fill('3000');
  await dialog(page)
    .getByText(/2 payments, the last/)
    .waitFor();
  assert.deepEqual(await checkPage(page), []);
  await dialog(page).getByLabel('Repayment').selectOption('Equal payments');
  await allPayments(page).waitFor();
  assert.equal(await dialog(page).getByLabel('Desired term in days').count(), 0);
  await dialog(page).getByRole('button', { name: 'Create Listing' }).click();
  await expectBanner(page, 'Listing created');
}

/** Resolves to the first payment that the offer’s table shows. */
async function makeOffer(page: Page, domain: { domain: string }): Promise<string> {
  await page.goto(`/app/listings?query=${domain.domain.split('.')[0]}`);
  await page.getByText(/^\$8\d\d\.\d\d monthly, 12 payments$/).waitFor();
  await page.getByRole('link', { name: domain.domain }).click();
  await card(page, 'Your return')
    .getByText(/in 12 monthly payments/)
    .waitFor();
  await allPayments(page).waitFor();
  assert.deepEqual(await checkPage(page), []);
  await page.getByRole('button', { name: `Make Offer on ${domain.domain}` }).click();
  await allPayments(page).last().waitFor();
  assert.deepEqual(await checkPage(page), []);
  const cells = dialog(page).getByRole('table', { name: 'Payments of the plan' }).getByRole('cell');
  const payment = await cells.first().innerText();
  await dialog(page).getByRole('button', { name: 'Make Offer' }).click();
  await expectBanner(page, 'Offer sent');
  return payment;
}

/** Resolves to the loan's id. */
async function accept(page: Page, payment: string): Promise<string> {
  await page.goto('/app/borrow');
  await page.getByRole('button', { name: /^Accept the offer/ }).click();
  await allPayments(page).last().waitFor();
  await dialog(page).getByText(`${payment} monthly, 12 payments`).waitFor();
  assert.deepEqual(await checkPage(page), []);
  await dialog(page).getByRole('button', { name: 'Accept' }).click();
  await page.waitForURL('**/app/escrow/*');
  return page.url().split('/').at(-1) ?? '';
}

interface Deal {
  borrows: Page;
  lends: Page;
}

/** The borrower reports the suggested amount, and the lender confirms it. */
async function payWhatIsDue({ borrows, lends }: Deal, amount: string): Promise<void> {
  await press(borrows, 'Report a Payment');
  const form = dialog(borrows);
  assert.equal(await form.getByLabel('Amount').inputValue(), amount.replace(/[$,]/g, ''));
  await form.getByLabel('Method').fill('Wire');
  await form.getByLabel('Reference').fill('P-1');
  await form.getByRole('button', { name: 'Report Payment' }).click();
  await expectBanner(borrows, 'Payment reported');
  await card(lends, 'Payments')
    .getByRole('button', { name: /^Confirm/ })
    .click();
  await dialog(lends)
    .getByRole('button', { name: /^Confirm/ })
    .click();
  await dialog(lends).waitFor({ state: 'detached' });
}

const schedule = (page: Page) => card(page, 'Schedule');

async function runPersons(environment: { newPerson(name: string): Promise<Person> }) {
  return Promise.all([environment.newPerson('Bea Borrower'), environment.newPerson('Len Lender')]);
}

journey(
  'a loan of twelve months is agreed with its table, and a missed instalment is cured by paying it',
  async ({ environment, openFor }) => {
    const { sandbox } = environment;
    const [borrower, lender] = await runPersons(environment);
    const domain = await addProvenDomain(borrower, sandbox, environment.newDomainName());
    const [bea, len] = [await openFor(borrower), await openFor(lender)];
    const deal: Deal = { borrows: bea.page, lends: len.page };
    await createListing(deal.borrows, domain.id);
    const payment = await makeOffer(deal.lends, domain);
    const id = await accept(deal.borrows, payment);
    await bringIntoCustody(borrower, lender, { sandbox, escrowId: id, domain });
    await sendLoanMoney(borrower, lender, id);
    const loan = { borrower, lender, domain, id } as Loan;

    await Promise.all([openLoan(deal.borrows, id), openLoan(deal.lends, id)]);
    const [first] = await getSchedule(loan);
    const due = `$${first?.payment.toFixed(2)}`;
    const next = card(deal.borrows, 'What happens next');
    await next.getByText('instalment 1 of 12').waitFor();
    await next.getByText(due).waitFor();
    await schedule(deal.lends).getByText('0 of 12 paid').waitFor();
    await reachDue(environment, loan, 1);
    await payWhatIsDue(deal, due);
    for (const page of Object.values(deal))
      await schedule(page).getByText('1 of 12 paid').waitFor();

    await passDue(environment, loan, { n: 2, days: 2 });
    await next.getByText('to catch up').waitFor();
    await schedule(deal.lends).getByText('In grace').waitFor();
    await schedule(deal.lends).getByText('To catch up today').waitFor();
    const overdue = await next.locator('strong').innerText();
    await payWhatIsDue(deal, overdue);
    await next.getByText('instalment 3 of 12').waitFor();
    await schedule(deal.lends).getByText('2 of 12 paid').waitFor();
    await allPayments(deal.lends).click();
    await schedule(deal.lends).getByText('Paid late').waitFor();
    for (const page of Object.values(deal)) assert.deepEqual(await checkPage(page), []);
  },
);

journey(
  'after grace the lender accelerates the loan on a phone, and both see that all of it is due',
  async ({ environment, openFor }) => {
    const loan = await createPlannedLoan(environment);
    // The notice of default goes out when the first payment is due, and grace runs from it.
    await passDue(environment, loan, { n: 1 });
    await passDue(environment, loan, { n: 1, days: 9 });
    const [bea, len] = [await openFor(loan.borrower), await openFor(loan.lender, phone)];
    await Promise.all([openLoan(bea.page, loan.id), openLoan(len.page, loan.id)]);
    await card(len.page, 'What happens next').getByText('Bea is behind by').waitFor();
    await len.press(
      len.page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Accelerate' }),
    );
    await dialog(len.page)
      .getByText(/Makes the whole debt due, \$10,1\d\d\.\d\d today/)
      .waitFor();
    await len.press(dialog(len.page).getByRole('button', { name: 'Accelerate' }));
    await expectBanner(len.page, 'Loan accelerated');
    for (const page of [bea.page, len.page]) {
      await page.getByRole('heading', { level: 1 }).getByText('Accelerated').waitFor();
      await card(page, 'What happens next').getByText('in full').waitFor();
      assert.deepEqual(await checkPage(page), []);
    }
  },
);

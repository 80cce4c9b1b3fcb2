/** Running loans are refinanced by three users and the clock: one with a surplus, one with a top-up. */

import assert from 'node:assert/strict';
import type { Person } from '@nameloan/driver/person';
import { sign } from '@nameloan/driver/steps';
import type { Page } from 'playwright-core';
import type { Loan } from '../flows/environment/loans.ts';
import { createPostedLoan, getEscrow } from '../flows/environment/loans.ts';
import { addPayee } from '../flows/journeys/loan-payees.ts';
import { checkPage } from './budgets/check-page.ts';
import type { Journey } from './environment.ts';
import { setUpJourneys } from './environment.ts';
import { expectBanner, openLoan } from './loan-page.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys({ movesClock: true });

const oldTerms = { amount: 10_000, term: 90, apy: 12 };

const card = (page: Page, name = 'Refinancing') => page.getByRole('region', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const pressIn = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

interface Trio {
  old: Loan;
  next: Person;
  /** Of the borrower, the old lender and the new one. */
  borrows: Page;
  lends: Page;
  lendsNext: Page;
}

async function openAll({ environment, openFor }: Journey): Promise<Trio> {
  const old = await createPostedLoan(environment, oldTerms);
  const payee = await addPayee(old.lender);
  await old.lender.post(`/escrow/${old.id}/payee`, { payee_id: payee.id });
  await environment.sandbox.advanceClock('45d');
  const next = await environment.newPerson('Nia New');
  const borrows = await openFor(old.borrower);
  const lends = await openFor(old.lender, phone);
  const lendsNext = await openFor(next);
  return { old, next, borrows: borrows.page, lends: lends.page, lendsNext: lendsNext.page };
}

/** Lists, offers and accepts on screen; resolves to the new loan's id. */
async function refinance(trio: Trio, amount: string, split: RegExp): Promise<string> {
  const { old, borrows, lendsNext } = trio;
  await openLoan(borrows, old.id);
  await card(borrows).getByRole('button', { name: 'Refinance' }).click();
  await dialog(borrows).getByText('$3.28').waitFor();
  await dialog(borrows).getByLabel('Desired loan amount').fill(amount);
  await dialog(borrows).getByText(split).waitFor();
  await dialog(borrows).getByLabel('Desired term in days').fill('60');
  await dialog(borrows).getByLabel('Desired APR').fill('10');
  assert.deepEqual(await checkPage(borrows), []);
  await pressIn(borrows, 'Create Listing');
  await expectBanner(borrows, 'Listing created');
  await card(borrows, 'Refinances a running loan').getByText('$10,147.95').waitFor();

  await lendsNext.goto(new URL(borrows.url()).pathname);
  await card(lendsNext, 'Refinances a running loan').getByText('Not late').waitFor();
  assert.deepEqual(await checkPage(lendsNext), []);
  await lendsNext.getByRole('button', { name: /^Make Offer/ }).click();
  await dialog(lendsNext)
    .getByText(/you pay the old lender directly/)
    .waitFor();
  await pressIn(lendsNext, 'Make Offer');
  await expectBanner(lendsNext, 'Offer sent');
  await borrows.goto('/app/borrow');
  await borrows.getByRole('button', { name: /^Accept the offer/ }).click();
  await dialog(borrows)
    .getByText(/the new lender pays the old one directly/)
    .waitFor();
  await pressIn(borrows, 'Accept');
  await borrows.waitForURL('**/app/escrow/*');
  return borrows.url().split('/').at(-1) ?? '';
}

/** The letter on screen; the contract, whose page other journeys check, by the API. */
async function signAll({ old, next, borrows, lends, lendsNext }: Trio, id: string): Promise<void> {
  await openLoan(lends, old.id);
  await lends.getByRole('button', { name: 'Answer the Payoff Letter' }).tap();
  assert.deepEqual(await checkPage(lends), []);
  await card(lends).getByRole('button', { name: 'Sign', exact: true }).tap();
  await dialog(lends).getByText('You can’t undo this.').waitFor();
  await dialog(lends).getByRole('button', { name: 'Sign', exact: true }).tap();
  await expectBanner(lends, 'Payoff letter signed');
  await card(lends).getByText('You have signed it.').waitFor();
  await sign(old.borrower, id);
  await sign(next, id);
  await Promise.all([openLoan(borrows, id), openLoan(lendsNext, id)]);
}

interface Payment {
  /** As the card names it. */
  sends: string;
  reference: string;
}

async function reportOn(page: Page, { sends, reference }: Payment): Promise<void> {
  await card(page).getByText(sends).waitFor();
  await card(page).getByRole('button', { name: 'Report the Payment' }).click();
  await dialog(page).getByLabel('Method').fill('Wire');
  await dialog(page).getByLabel('Reference').fill(reference);
  assert.deepEqual(await checkPage(page), []);
  await pressIn(page, 'Report Payment');
  await expectBanner(page, 'Payment reported');
}

/** By the old lender, on a phone. */
async function confirmOn(page: Page, reference: string): Promise<void> {
  const payment = card(page, 'Payments').getByRole('listitem').filter({ hasText: reference });
  await payment.getByRole('button', { name: /^Confirm/ }).tap();
  await dialog(page)
    .getByText(/this loan ends as refinanced/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Confirm Payment' }).tap();
  await expectBanner(page, 'Payment confirmed');
}

async function expectRefinanced({ old, lends, borrows }: Trio): Promise<void> {
  await card(lends, 'How it ended').getByText('Refinanced', { exact: true }).waitFor();
  assert.deepEqual(await checkPage(lends), []);
  await card(borrows).getByRole('link', { name: 'your earlier loan' }).click();
  await card(borrows).getByText('Replaced by').waitFor();
  await card(borrows, 'How it ended').getByText('Refinanced', { exact: true }).waitFor();
  assert.deepEqual(await checkPage(borrows), []);
  assert.equal((await getEscrow(old.lender, old)).ended_by, 'REFINANCED');
  await card(borrows).getByRole('link', { name: 'the new loan' }).click();
}

journey(
  'the new lender repays the old one, sends the rest to the borrower, and all three see both loans change live',
  async (steps) => {
    const trio = await openAll(steps);
    const { borrows, lends, lendsNext, old } = trio;
    const id = await refinance(trio, '12000', /^Leaves about \$1,852\.05 for you/);
    await signAll(trio, id);
    const next = card(lendsNext, 'What happens next');
    await next.getByText('once the old loan is repaid').waitFor();
    await next.getByRole('button', { name: 'Pay the Old Lender' }).click();
    await card(lendsNext).getByRole('button', { name: 'Show payment details' }).click();
    await dialog(lendsNext).getByText(old.lender.name).waitFor();
    await dialog(lendsNext).getByRole('button', { name: 'Copy iban' }).waitFor();
    await pressIn(lendsNext, 'Done');
    await reportOn(lendsNext, { sends: 'Send the old lender $10,147.95 today', reference: 'P-1' });
    await card(lends, 'Payments').getByText('payoff, new lender to old lender').waitFor();
    assert.deepEqual(await checkPage(borrows), []);
    await confirmOn(lends, 'P-1');
    await card(lendsNext).getByText('Replaced the loan of another lender.').waitFor();
    await expectRefinanced(trio);
    await reportOn(lendsNext, { sends: 'Send Bea $1,852.05', reference: 'S-1' });
    await card(borrows, 'Payments').getByText('surplus, lender to borrower').waitFor();
    await card(borrows, 'Payments')
      .getByRole('button', { name: /^Confirm/ })
      .click();
    await dialog(borrows)
      .getByText(/You owe Nia this amount too/)
      .waitFor();
    await pressIn(borrows, 'Confirm Payment');
    await expectBanner(borrows, 'Payment confirmed');
    const repayment = card(borrows, 'Repayment');
    await repayment.getByText('$12,000.00').first().waitFor();
    const on = await repayment.getByLabel('What if I pay on').inputValue();
    const { payoff } = await old.borrower.get(`/escrow/${id}/balance?on=${on}`);
    const shown = `$${payoff.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
    await repayment.getByLabel('Payoff on that day').getByText(shown).waitFor();
    for (const page of [borrows, lendsNext]) assert.deepEqual(await checkPage(page), []);
  },
);

journey(
  'with a smaller new loan the borrower pays the rest, and the loan is replaced once the old lender has both',
  async (steps) => {
    const trio = await openAll(steps);
    const { borrows, lends, lendsNext } = trio;
    const id = await refinance(trio, '9000', /^Needs about \$1,147\.95 more from you/);
    await signAll(trio, id);
    await reportOn(lendsNext, { sends: 'Send the old lender $9,000.00 today', reference: 'P-2' });
    await reportOn(borrows, { sends: 'Send the old lender $1,147.95 today', reference: 'T-2' });
    await confirmOn(lends, 'P-2');
    await card(borrows).getByText('You pay the old lender the rest').waitFor();
    await confirmOn(lends, 'T-2');
    await card(lendsNext).getByText('Replaced the loan of another lender.').waitFor();
    await expectRefinanced(trio);
  },
);

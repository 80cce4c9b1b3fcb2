/** A lender sells a running loan by a private link; the buyer pays and becomes the lender, and the borrower pays both in time. */

import assert from 'node:assert/strict';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { Page } from 'playwright-core';
import { download } from '../flows/environment/contract-pdf.ts';
import { createPostedLoan, getEscrow } from '../flows/environment/loans.ts';
import { checkPage } from './budgets/check-page.ts';
import { setUpJourneys } from './environment.ts';
import { expectBanner, expectText, openLoan } from './loan-page.ts';
import type { Window } from './window.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys({ movesClock: true });

const card = (page: Page, name = 'Sale') => page.getByRole('region', { name, exact: true });
const state = (page: Page) => card(page, 'What happens next');
const dialog = (page: Page) => page.getByRole('dialog');

/** The sale's page, of the seller by its id, of the buyer by the link. */
async function sign(window: Window, name: string): Promise<void> {
  const { page } = window;
  await page.getByLabel('Address', { exact: true }).fill('1 Quay');
  await page.getByLabel('City').fill('Bristol');
  await page.getByLabel('Country').selectOption('GB');
  await window.press(page.getByRole('checkbox'));
  await page.getByLabel('Your name').fill(name);
  assert.deepEqual(await checkPage(page), []);
  await window.press(page.getByRole('button', { name: 'Sign Now' }));
  await expectBanner(page, 'You have signed');
}

journey(
  'a lender sells a running loan by a private link; the buyer is its lender then, and the borrower may still pay the seller on the next day',
  async ({ environment, open, openFor }) => {
    const loan = await createPostedLoan(environment);
    await waitFor('the seal', async () => (await getEscrow(loan.lender, loan)).signed_pdf_url);
    await environment.sandbox.advanceClock('40d');
    const person = await environment.newPerson('Nia New');
    const [sells, borrows] = await Promise.all([
      openFor(loan.lender, phone),
      openFor(loan.borrower),
    ]);
    const [seller, borrower] = [sells.page, borrows.page];
    await Promise.all([openLoan(seller, loan.id), openLoan(borrower, loan.id)]);

    await card(seller).getByRole('button', { name: 'Sell Loan' }).tap();
    await dialog(seller).getByText('$918.26').waitFor();
    await dialog(seller).getByLabel('Price').fill('910');
    assert.deepEqual(await checkPage(seller), []);
    await dialog(seller).getByRole('button', { name: 'Create Link' }).tap();
    await expectBanner(seller, 'Sale created');
    const link = await card(seller).getByText('/assignments/').textContent();
    const path = new URL(link ?? '').pathname;
    assert.deepEqual(await checkPage(seller), []);

    const buys = await open('Nia New');
    const buyer = buys.page;
    await buyer.goto(path);
    await buyer.getByRole('link', { name: 'Register' }).waitFor();
    assert.deepEqual(await checkPage(buyer), []);
    await buyer
      .getByRole('region', { name: 'A loan is for sale' })
      .getByRole('link', { name: 'Log in' })
      .click();
    await buyer.getByLabel('Email').fill(person.email);
    await buyer.getByLabel('Password', { exact: true }).fill(person.password);
    await buyer.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await card(buyer, 'Price').getByText('Yield a year').waitFor();
    assert.deepEqual(await checkPage(buyer), []);
    await state(buyer).getByRole('button', { name: 'Accept' }).click();
    await dialog(buyer).getByRole('button', { name: 'Accept' }).click();
    await expectBanner(buyer, 'Accepted');
    await sign(buys, person.name);

    await card(seller).getByRole('link', { name: 'Read and Sign the Deed' }).tap();
    await sign(sells, loan.lender.name);

    await state(buyer).getByRole('button', { name: 'Show payment details' }).waitFor();
    await state(buyer).getByRole('button', { name: 'Mark Paid' }).click();
    await dialog(buyer).getByLabel('Method').fill('Wire');
    await dialog(buyer).getByLabel('Reference').fill('SALE-1');
    assert.deepEqual(await checkPage(buyer), []);
    await dialog(buyer).getByRole('button', { name: 'Mark Paid' }).click();
    await expectBanner(buyer, 'Price marked as sent');

    await state(seller).getByText('SALE-1').waitFor();
    await state(seller).getByRole('button', { name: 'Confirm' }).tap();
    await dialog(seller).getByRole('button', { name: 'Confirm' }).tap();
    await expectBanner(seller, 'Loan sold');
    await card(seller, 'How it ended').getByText('Sold', { exact: true }).waitFor();
    assert.deepEqual(await checkPage(seller), []);

    await expectText(borrower, 'Nia New is your lender now.');
    assert.deepEqual(await checkPage(borrower), []);
    await environment.sandbox.advanceClock('1d');
    await openLoan(borrower, loan.id);
    await card(borrower)
      .getByRole('button', { name: /^Report a payment to/ })
      .click();
    await dialog(borrower).getByLabel('Amount').fill('100');
    await dialog(borrower).getByLabel('Method').fill('Wire');
    await dialog(borrower).getByLabel('Reference').fill('B-1');
    await dialog(borrower).getByRole('button', { name: 'Report Payment' }).click();
    await expectBanner(borrower, 'Payment reported');

    // Its page leads the former lender to the sale.
    await seller.goto(`/app/escrow/${loan.id}`);
    await card(seller, 'Payments')
      .getByRole('button', { name: /^Confirm \$100\.00/ })
      .tap();
    await dialog(seller).getByRole('button', { name: 'Confirm Payment' }).tap();
    await expectBanner(seller, 'Payment confirmed');
    await card(seller, 'Price').getByText('You owe the buyer').waitFor();

    await card(buyer, 'How it ended').getByRole('link', { name: 'Go to the loan' }).click();
    await card(buyer).getByText('You bought this loan from').waitFor();
    assert.deepEqual(await checkPage(buyer), []);
    const [{ deed_path }] = (await getEscrow(person, loan)).sales;
    const buffer = Buffer.from(await download(`${environment.url}${deed_path}`, person));
    await buyer.goto('/verify-contract');
    await buyer
      .locator('input[type=file]')
      .setInputFiles({ name: 'deed.pdf', mimeType: 'application/pdf', buffer });
    await buyer.getByText('The loan was sold by it.').waitFor();
    assert.deepEqual(await checkPage(buyer), []);
  },
);

/** A loan is extended after its due date by two users: proposed, countered, agreed, signed by both, paid and in effect. */

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { download } from '../flows/environment/contract-pdf.ts';
import { createPostedLoan, getEscrow } from '../flows/environment/loans.ts';
import { checkPage } from './budgets/check-page.ts';
import { setUpJourneys } from './environment.ts';
import { expectBanner, expectText, openLoan } from './loan-page.ts';
import type { Window } from './window.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys({ movesClock: true });

const card = (page: Page, name = 'Amendments') => page.getByRole('region', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const pressIn = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

const dayAhead = (from: string, days: number) =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);

/** Signs at the link of the card. */
async function sign({ page, isPhone }: Window, id: string, name: string): Promise<void> {
  const pressOn = (one: Locator) => (isPhone ? one.tap() : one.click());
  const href = await card(page).getByRole('link', { name: 'Sign Now' }).getAttribute('href');
  // Links have the public address; the windows of a test use another one.
  await page.goto(new URL(href ?? '').pathname);
  await page.getByRole('heading', { level: 1, name: /^Amendment \d/ }).waitFor();
  await page.getByText('New due date').waitFor();
  assert.deepEqual(await checkPage(page), []);
  await page.getByLabel('Address', { exact: true }).fill('1 Quay');
  await page.getByLabel('City').fill('Bristol');
  await page.getByLabel('Country').selectOption('GB');
  await pressOn(page.getByRole('checkbox'));
  await page.getByLabel('Your name').fill(name);
  await pressOn(page.getByRole('button', { name: 'Sign Now' }));
  await page.getByRole('region', { name: /^(You|Both) have signed$/ }).waitFor();
  await openLoan(page, id);
}

journey(
  'a loan is extended after its due date, each step shows live to the other party, and the document is recognized',
  async ({ environment, openFor }) => {
    const loan = await createPostedLoan(environment);
    await environment.sandbox.advanceClock('61d');
    const { now } = await environment.sandbox.readClock();
    const [borrows, lends] = await Promise.all([
      openFor(loan.borrower),
      openFor(loan.lender, phone),
    ]);
    const [borrower, lender] = [borrows.page, lends.page];
    await Promise.all([openLoan(borrower, loan.id), openLoan(lender, loan.id)]);

    await card(borrower).getByRole('button', { name: 'Propose Amendment' }).click();
    await dialog(borrower).getByLabel('What changes?').selectOption('EXTEND');
    await dialog(borrower).getByLabel('New due date').fill(dayAhead(now, 45));
    await dialog(borrower).getByLabel('Message (optional)').fill('Another sale is late.');
    await dialog(borrower).getByText('Without it, on').waitFor();
    assert.deepEqual(await checkPage(borrower), []);
    await pressIn(borrower, 'Propose Amendment');
    await expectBanner(borrower, 'Amendment proposed');

    await card(lender).getByText('Another sale is late.').waitFor();
    await lender.getByRole('heading', { level: 1 }).getByText('Proposal to answer').waitFor();
    await lender.getByRole('button', { name: 'Answer the Proposal' }).tap();
    assert.deepEqual(await checkPage(lender), []);
    await card(lender).getByRole('button', { name: 'Counter' }).tap();
    const due = dayAhead(now, 30);
    await dialog(lender).getByLabel('New due date').fill(due);
    await dialog(lender).getByLabel('New yearly rate (optional)').fill('24');
    await dialog(lender).getByLabel('Interest to date').selectOption('PAY');
    await dialog(lender).getByLabel('Fee (optional)').fill('20');
    await dialog(lender).getByText('Paid with the change, if agreed today').waitFor();
    assert.deepEqual(await checkPage(lender), []);
    await dialog(lender).getByRole('button', { name: 'Propose These Terms' }).tap();
    await expectBanner(lender, 'Other terms proposed');

    await card(borrower).getByRole('button', { name: 'Agree', exact: true }).click();
    await pressIn(borrower, 'Agree');
    await dialog(borrower).getByText('Tick the box to agree.').waitFor();
    await dialog(borrower).getByRole('checkbox').check();
    await pressIn(borrower, 'Agree');
    await expectBanner(borrower, 'Agreed');
    await sign(borrows, loan.id, loan.borrower.name);
    await card(lender).getByText('Agreed: sign the amendment').waitFor();
    await sign(lends, loan.id, loan.lender.name);

    await card(borrower).getByRole('button', { name: 'Report the Payment' }).click();
    await dialog(borrower).getByLabel('Method').fill('Wire');
    await dialog(borrower).getByLabel('Reference').fill('A-1');
    await pressIn(borrower, 'Report Payment');
    await expectBanner(borrower, 'Payment reported');
    await card(lender, 'Payments').getByText('for amendment 2').waitFor();
    await card(lender, 'Payments')
      .getByRole('button', { name: /^Confirm/ })
      .tap();
    await dialog(lender).getByText('Amendment 2 takes effect').waitFor();
    await dialog(lender).getByRole('button', { name: 'Confirm Payment' }).tap();
    await expectBanner(lender, 'Payment confirmed');

    for (const page of [borrower, lender]) {
      await card(page).getByText('In effect').waitFor();
      await expectText(page, 'Terms as amended');
      assert.deepEqual(await checkPage(page), []);
    }
    const extended = await getEscrow(loan.borrower, loan);
    assert.equal(extended.due_at.slice(0, 10), due);
    const repayment = card(borrower, 'Repayment');
    await repayment.getByText('24%').waitFor();
    await repayment.getByLabel('What if I pay on').fill(due);
    const balance = await loan.borrower.get(`/escrow/${loan.id}/balance?on=${due}`);
    await repayment.getByLabel('Payoff on that day').getByText(`$${balance.payoff}`).waitFor();

    const [, amendment] = await loan.lender.get(`/escrow/${loan.id}/amendments`);
    const pdf = `${environment.url}/api${new URL(amendment.contract_url).pathname}/pdf`;
    const buffer = Buffer.from(await download(pdf, loan.lender));
    await borrower.goto('/verify-contract');
    await borrower
      .locator('input[type=file]')
      .setInputFiles({ name: 'amendment.pdf', mimeType: 'application/pdf', buffer });
    await borrower.getByText('It is amendment 2 of its loan.').waitFor();
    await borrower.getByText(amendment.parent_sha256).waitFor();
    assert.deepEqual(await checkPage(borrower), []);
  },
);

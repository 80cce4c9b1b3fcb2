/** A loan's page in two windows: each party sees the other's steps immediately. */

import assert from 'node:assert/strict';
import { deposit, sign, transferIn } from '@nameloan/driver/steps';
import type { Page } from 'playwright-core';
import {
  createAcceptedLoan,
  createLoanInCustody,
  createPostedLoan,
} from '../flows/environment/loans.ts';
import { setUpJourneys } from './environment.ts';
import { confirmByName, expectBanner, expectText, openLoan, press, status } from './loan-page.ts';

const { journey } = setUpJourneys({ movesClock: true });

const dialog = (page: Page) => page.getByRole('dialog');

async function payWith(page: Page, button: string, reference: string): Promise<void> {
  await press(page, button);
  await dialog(page)
    .getByLabel(/^Method/)
    .fill('Bank transfer');
  await dialog(page)
    .getByLabel(/^Reference/)
    .fill(reference);
  await dialog(page).getByRole('button', { name: button }).click();
}

journey(
  'a loan is signed, paid, claimed, denied, claimed again and repaid, with live updates on both pages',
  async ({ environment, openFor }) => {
    const loan = await createAcceptedLoan(environment);
    const [borrows, lends] = await Promise.all([openFor(loan.borrower), openFor(loan.lender)]);
    const [borrower, lender] = [borrows.page, lends.page];
    await Promise.all([openLoan(borrower, loan.id), openLoan(lender, loan.id)]);

    // Each party gets its own signing link.
    const links = await Promise.all(
      [borrower, lender].map(async (page) => {
        await page.getByRole('dialog', { name: 'Signature Required' }).waitFor();
        await page.getByText('We just need you to sign the lending agreement.').waitFor();
        const now = page.getByRole('link', { name: /^Sign Now/ });
        await now.waitFor();
        return [await now.getAttribute('href'), await now.getAttribute('target')];
      }),
    );
    assert.ok(
      links.every(
        ([href, target]) => /\/contracts\/[\w-]+$/.test(href ?? '') && target === '_blank',
      ),
    );
    assert.notEqual(links[0]?.[0], links[1]?.[0]);

    await dialog(borrower).getByRole('button', { name: 'Done' }).click();
    await borrower.getByText('You haven’t signed the lending agreement yet.').waitFor();
    await sign(loan.borrower, loan.id);
    // Signed in another tab: the page updates.
    await dialog(borrower).waitFor({ state: 'detached' });
    await sign(loan.lender, loan.id);
    await status(lender, 'Waiting for Transfer');
    await borrower.getByRole('link', { name: 'Transfer In' }).waitFor();

    await deposit(loan.borrower, environment.sandbox, 100);
    await transferIn(loan.borrower, environment.sandbox, loan.domain);
    await Promise.all([
      status(borrower, 'Waiting for Payment'),
      status(lender, 'Waiting for Payment'),
    ]);

    await borrower.getByRole('button', { name: 'Renew', exact: true }).click();
    await dialog(borrower).getByText('Adds one year for $12.00 from your balance.').waitFor();
    await dialog(borrower).getByRole('button', { name: 'Renew' }).click();
    await expectBanner(borrower, 'Renewal ordered');

    await payWith(lender, 'Mark Paid', 'NL-2041');
    await lender.getByRole('status').getByText('Marked paid').waitFor();
    await Promise.all([status(borrower, 'Marked Paid'), status(lender, 'Marked Paid')]);
    await expectText(borrower, 'NL-2041');
    await expectText(borrower, 'Domain renewed');
    await press(borrower, 'Confirm Receipt');
    await dialog(borrower).getByText('$900.50').waitFor();
    await dialog(borrower).getByRole('button', { name: 'Confirm Receipt' }).click();
    await expectBanner(borrower, 'Receipt confirmed');
    await expectText(lender, 'confirmed receipt');

    await payWith(borrower, 'Claim Repaid', 'REPAID-1');
    await press(lender, 'Deny Repaid');
    await dialog(lender).getByRole('button', { name: 'Deny Repaid' }).click();
    await dialog(lender).getByText('Enter the reason').waitFor();
    await dialog(lender).getByLabel('Why are you denying it?').fill('Nothing has come in.');
    await dialog(lender).getByRole('button', { name: 'Deny Repaid' }).click();
    await expectText(borrower, 'Nothing has come in.');

    await payWith(borrower, 'Claim Repaid', 'REPAID-2');
    await expectText(lender, 'REPAID-2');
    await press(lender, 'Finalize');
    await dialog(lender).getByText('Repaid: return the domain').click();
    await confirmByName(lender, `Return ${loan.domain.domain}`, loan.domain.domain);
    await expectBanner(lender, 'Loan finalized');
    await Promise.all([status(borrower, 'Complete'), status(lender, 'Complete')]);
    await expectText(borrower, `${loan.domain.domain} is yours again.`);
    await expectText(lender, 'went back to the borrower.');
    for (const name of ['Mark Paid', 'Finalize', 'Escalate', 'Cancel'])
      assert.ok(await borrower.getByRole('button', { name, exact: true }).isDisabled(), name);
  },
);

journey(
  'the borrower requests cancellation with the domain in custody, and the lender agrees',
  async ({ environment, openFor }) => {
    const loan = await createLoanInCustody(environment);
    const [borrows, lends] = await Promise.all([openFor(loan.borrower), openFor(loan.lender)]);
    const [borrower, lender] = [borrows.page, lends.page];
    await Promise.all([openLoan(borrower, loan.id), openLoan(lender, loan.id)]);
    await press(borrower, 'Cancel');
    await dialog(borrower).getByText(loan.domain.domain).first().waitFor();
    await dialog(borrower).getByRole('button', { name: 'Ask to Cancel' }).click();
    await expectBanner(borrower, 'Cancellation requested');
    await expectText(borrower, 'Cancel: You have already asked to cancel');
    await expectText(lender, 'The borrower asked to cancel');
    await press(lender, 'Cancel');
    await dialog(lender).getByRole('button', { name: 'Cancel Loan' }).click();
    await Promise.all([status(borrower, 'Cancelled'), status(lender, 'Cancelled')]);
  },
);

journey(
  'an unpaid loan’s domain can be taken after grace, and the open page updates automatically',
  async ({ environment, openFor }) => {
    const loan = await createPostedLoan(environment);
    const { page } = await openFor(loan.lender);
    await openLoan(page, loan.id);
    await press(page, 'Finalize');
    const take = dialog(page).getByRole('radio', { name: /take the domain/ });
    assert.ok(await take.isDisabled());
    await dialog(page).getByText('you can take the domain once grace is over').waitFor();
    await page.keyboard.press('Escape');

    // The default notice is sent on the due day.
    await environment.sandbox.advanceClock('61d');
    await expectText(page, 'may still repay. When grace ends, you may take the domain.');
    await environment.sandbox.advanceClock('10d');
    await expectText(page, 'The loan was not repaid in time. Take the domain, or give more time.');
    await press(page, 'Finalize');
    await take.click();
    await confirmByName(page, `Take ${loan.domain.domain}`, loan.domain.domain);
    await expectBanner(page, 'Domain taken');
    await status(page, 'Seized');
    await expectText(page, 'Debt settled by the domain');
  },
);

journey(
  'another account’s loan and an unknown loan show the 404 page',
  async ({ environment, openFor }) => {
    const loan = await createAcceptedLoan(environment);
    const stranger = await environment.newPerson('Sam Stranger');
    const { page } = await openFor(stranger);
    for (const address of [`/app/escrow/${loan.id}`, '/app/escrow/nothing', '/app/disputes']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: "It's over" }).waitFor();
    }
  },
);

/** Two people live a loan on its page, each in a window of their own, and see each other's steps at once. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { deposit, sign, transferIn } from '../../scripts/demo/steps.ts';
import { accepted, inCustody, posted } from '../flows/world/loans.ts';
import { openLoan, press, said, status, words } from './loan-page.ts';
import { openWorld } from './world.ts';

const { journey } = openWorld();

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
  'a loan is signed, paid, claimed, denied, claimed again and repaid, with both pages moving by themselves',
  async ({ world, openFor }) => {
    const loan = await accepted(world);
    const [borrows, lends] = await Promise.all([openFor(loan.borrower), openFor(loan.lender)]);
    const [borrower, lender] = [borrows.page, lends.page];
    await Promise.all([openLoan(borrower, loan.id), openLoan(lender, loan.id)]);

    // Both are asked to sign; each by a link of their own.
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
    // Signed in another tab: the page hears of it.
    await dialog(borrower).waitFor({ state: 'detached' });
    await sign(loan.lender, loan.id);
    await status(lender, 'Waiting for Transfer');
    await borrower.getByRole('link', { name: 'Transfer In' }).waitFor();

    await deposit(loan.borrower, world.outside, 100);
    await transferIn(loan.borrower, world.outside, loan.domain);
    await Promise.all([
      status(borrower, 'Waiting for Payment'),
      status(lender, 'Waiting for Payment'),
    ]);

    await borrower.getByRole('button', { name: 'Renew', exact: true }).click();
    await dialog(borrower).getByText('Adds one year for $12.00 from your balance.').waitFor();
    await dialog(borrower).getByRole('button', { name: 'Renew' }).click();
    await said(borrower, 'Renewal ordered');

    await payWith(lender, 'Mark Paid', 'NL-2041');
    await lender.getByRole('status').getByText('Marked paid').waitFor();
    await Promise.all([status(borrower, 'Marked Paid'), status(lender, 'Marked Paid')]);
    await words(borrower, 'NL-2041');
    await words(borrower, 'Domain renewed');
    await press(borrower, 'Confirm Receipt');
    await dialog(borrower).getByText('$900.50').waitFor();
    await dialog(borrower).getByRole('button', { name: 'Confirm Receipt' }).click();
    await said(borrower, 'Receipt confirmed');
    await words(lender, 'confirmed receipt');

    await payWith(borrower, 'Claim Repaid', 'REPAID-1');
    await press(lender, 'Deny Repaid');
    await dialog(lender).getByRole('button', { name: 'Deny Repaid' }).click();
    await dialog(lender).getByText('Enter the reason').waitFor();
    await dialog(lender).getByLabel('Why are you denying it?').fill('Nothing has come in.');
    await dialog(lender).getByRole('button', { name: 'Deny Repaid' }).click();
    await words(borrower, 'Nothing has come in.');

    await payWith(borrower, 'Claim Repaid', 'REPAID-2');
    await words(lender, 'REPAID-2');
    await press(lender, 'Finalize');
    await dialog(lender).getByText('Repaid: return the domain').click();
    await dialog(lender).getByRole('button', { name: 'Finalize' }).click();
    await said(lender, 'Loan finalized');
    await Promise.all([status(borrower, 'Complete'), status(lender, 'Complete')]);
    await words(borrower, 'The domain went back to the borrower.');
    for (const name of ['Mark Paid', 'Finalize', 'Escalate', 'Cancel'])
      assert.ok(await borrower.getByRole('button', { name, exact: true }).isDisabled(), name);
  },
);

journey(
  'the borrower of a loan in custody asks to cancel, and the lender agrees',
  async ({ world, openFor }) => {
    const loan = await inCustody(world);
    const [borrows, lends] = await Promise.all([openFor(loan.borrower), openFor(loan.lender)]);
    const [borrower, lender] = [borrows.page, lends.page];
    await Promise.all([openLoan(borrower, loan.id), openLoan(lender, loan.id)]);
    await press(borrower, 'Cancel');
    await dialog(borrower).getByText(loan.domain.domain).first().waitFor();
    await dialog(borrower).getByRole('button', { name: 'Ask to Cancel' }).click();
    await said(borrower, 'Asked to cancel');
    await words(borrower, 'Cancel: You have already asked to cancel');
    await words(lender, 'The borrower asks to cancel');
    await press(lender, 'Cancel');
    await dialog(lender).getByRole('button', { name: 'Cancel Loan' }).click();
    await Promise.all([status(borrower, 'Cancelled'), status(lender, 'Cancelled')]);
  },
);

journey(
  'a loan that is not repaid can be taken when grace is over, and the open page sees that by itself',
  async ({ world, openFor }) => {
    const loan = await posted(world);
    const { page } = await openFor(loan.lender);
    await openLoan(page, loan.id);
    await press(page, 'Finalize');
    const take = dialog(page).getByRole('radio', { name: /take the domain/ });
    assert.ok(await take.isDisabled());
    await dialog(page).getByText('you can take the domain after that').waitFor();
    await page.keyboard.press('Escape');

    // The notice of default goes out on the day on which the loan is due.
    await world.outside.advance('61d');
    await words(page, 'the borrower may still repay');
    await world.outside.advance('10d');
    await words(page, 'Grace is over');
    await press(page, 'Finalize');
    await take.click();
    await dialog(page).getByRole('button', { name: 'Finalize' }).click();
    await said(page, 'Domain taken');
    await status(page, 'Seized');
    await words(page, 'Debt settled by the domain');
  },
);

journey(
  'somebody else’s loan, and one that never was, are the app’s 404',
  async ({ world, openFor }) => {
    const loan = await accepted(world);
    const stranger = await world.newPerson('Sam Stranger');
    const { page } = await openFor(stranger);
    for (const address of [`/app/escrow/${loan.id}`, '/app/escrow/nothing', '/app/disputes']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: "It's over" }).waitFor();
    }
  },
);

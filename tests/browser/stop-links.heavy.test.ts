/** Links that undo what a thief did, a step-up that is due within a dialog, and payment details after the mark. */

import assert from 'node:assert/strict';
import type { SandboxClient } from '@nameloan/driver/sandbox-client';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { readVerificationToken } from '@nameloan/driver/verify-address';
import type { Page } from 'playwright-core';
import { createLoanInCustody } from '../flows/environment/loans.ts';
import { setUpJourneys } from './environment.ts';
import { expectBanner, expectText, openLoan, press } from './loan-page.ts';

const { journey } = setUpJourneys();

/** Waits for a mail with a link to the path; resolves to the link's path and fragment. */
const readLink = (sandbox: SandboxClient, email: string, path: string): Promise<string> =>
  waitFor(`a mail with ${path}`, async () => {
    const mails = await sandbox.readMails(email);
    const pattern = new RegExp(`${path}#token=[\\w%-]+`);
    return mails.map(({ text }) => pattern.exec(text)?.[0]).find((found) => found);
  });

const dialog = (page: Page) => page.getByRole('dialog');

journey(
  'the former address stops a confirmed change of the email, which ends every session',
  async ({ environment, openFor, open }) => {
    const person = await environment.newPerson('Nora Changer');
    const newEmail = `new-${person.email}`;
    const thief = await openFor(person);
    thief.allowErrors(/status of 401/);
    const { page } = thief;
    await page.goto('/app/settings');
    await thief.press(page.getByRole('button', { name: 'Change Email' }));
    await dialog(page).getByLabel('New email').fill(newEmail);
    await dialog(page).getByLabel('Current password').fill(person.password);
    await thief.press(dialog(page).getByRole('button', { name: 'Change Email' }));
    await expectBanner(page, 'Check your new email');
    await page.getByText('Change pending').waitFor();

    const token = await readVerificationToken(newEmail, environment.sandbox);
    await page.goto(`/verify-email#token=${token}`);
    await thief.press(page.getByRole('button', { name: 'Verify Email' }));
    await page.getByText('Your email is verified.').waitFor();
    await page.goto('/app/settings');
    const card = page.getByRole('region', { name: 'Email address' });
    await card.getByText(newEmail).waitFor();
    await card.getByText(/can stop the change/).waitFor();

    const owner = await open('Nora at the former address');
    await owner.page.goto(await readLink(environment.sandbox, person.email, '/stop/email-change'));
    await owner.press(owner.page.getByRole('button', { name: 'Stop the Change' }));
    await owner.page.getByText(/Your email stays as it was/).waitFor();
    await page.waitForURL('**/login**');
    await readLink(environment.sandbox, person.email, '/reset-password');
  },
);

journey(
  'a step-up that becomes due within a dialog is requested, and the dialog goes on',
  async ({ environment, openFor }) => {
    const loan = await createLoanInCustody(environment);
    const window = await openFor(loan.borrower);
    const { page } = window;
    await page.goto('/app/settings');
    await window.press(page.getByRole('button', { name: 'Change Email' }));
    const newEmail = `later-${loan.borrower.email}`;
    await dialog(page).getByLabel('New email').fill(newEmail);
    await dialog(page).getByLabel('Current password').fill(loan.borrower.password);
    await environment.sandbox.advanceAccountClock('16m');
    window.allowErrors(/status of 403/);
    await window.press(dialog(page).getByRole('button', { name: 'Change Email' }));
    const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await proof.getByLabel('Password', { exact: true }).fill(loan.borrower.password);
    await window.press(proof.getByRole('button', { name: 'Confirm' }));
    await expectBanner(page, 'Check your new email');
    await page.getByText('Change pending').waitFor();
    await window.press(page.getByRole('button', { name: 'Cancel Change' }));
    await expectBanner(page, 'Email change cancelled');
  },
);

journey(
  'a lender marks the loan paid first and adds the payment details later',
  async ({ environment, openFor }) => {
    const loan = await createLoanInCustody(environment);
    const [borrower, lender] = await Promise.all([openFor(loan.borrower), openFor(loan.lender)]);
    await openLoan(lender.page, loan.id);
    await openLoan(borrower.page, loan.id);
    await press(lender.page, 'Mark Paid');
    await dialog(lender.page).getByRole('button', { name: 'Mark Paid' }).click();
    await expectBanner(lender.page, 'Marked paid');
    await press(lender.page, 'Payment Details');
    await dialog(lender.page).getByLabel('Method').fill('Wire');
    await dialog(lender.page).getByLabel('Reference').fill('LATE-1');
    await dialog(lender.page).getByRole('button', { name: 'Payment Details' }).click();
    await expectBanner(lender.page, 'Payment details added');
    await expectText(borrower.page, 'LATE-1');
    const { mark_lapses_at: lapsesAt } = await loan.lender.get(`/escrow/${loan.id}`);
    assert.equal(lapsesAt, null, 'a mark with details does not lapse');
  },
);

/** Reading by link, signing by session, and verifying a PDF. */

import assert from 'node:assert/strict';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { Page } from 'playwright-core';
import { download, sealedUrl } from '../flows/environment/contract-pdf.ts';
import { createAcceptedLoan, getEscrow } from '../flows/environment/loans.ts';
import { setUpJourneys } from './environment.ts';

const { journey } = setUpJourneys();

const linkOf = (person: Person, loan: { id: string }): Promise<string> =>
  waitFor('the contract', async () => {
    const { borrower_contract_url: own, lender_contract_url: other } = await getEscrow(
      person,
      loan,
    );
    const link = own ?? other;
    // Mails use the public address; the test's windows use another one.
    return link && new URL(link).pathname;
  });

/** Gives consent, an address and the name as in the agreement. */
async function sign(page: Page, name: string): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill('1 Quay');
  await page.getByLabel('City').fill('Bristol');
  await page.getByLabel('Postal/Zip Code').fill('BS1 4RN');
  await page.getByLabel('Country').selectOption('GB');
  await page.getByRole('checkbox').check();
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Sign Now' }).click();
}

const drop = (page: Page, buffer: Buffer) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'agreement.pdf', mimeType: 'application/pdf', buffer });

journey(
  'a visitor reads at the link and logs in to sign, the sealed file appears without a reload, and only its exact bytes are recognized',
  async ({ environment, open, openFor }) => {
    const loan = await createAcceptedLoan(environment);
    const { borrower, lender } = loan;
    const [borrowers, lenders] = [await linkOf(borrower, loan), await linkOf(lender, loan)];
    const one = await open('borrower at the link');
    await one.page.goto(borrowers);
    await one.page.getByText(`${borrower.name}, the borrower, signs here.`).waitFor();
    const frame = one.page.getByTitle(/^Lending agreement on/);
    assert.match((await frame.getAttribute('src')) ?? '', /^\/api\/contracts\/[\w-]+\/pdf#/);
    await one.page.getByRole('link', { name: 'Log in to sign' }).click();
    await one.page.getByLabel('Email').fill(borrower.email);
    await one.page.getByLabel('Password', { exact: true }).fill(borrower.password);
    await one.page.keyboard.press('Enter');
    await one.page.getByText(`You sign as ${borrower.name}, the borrower.`).waitFor();
    await sign(one.page, 'Somebody Else');
    await one.page.getByText(`Type your name as it appears in the contract`).waitFor();
    await one.page.getByLabel('Your name').fill(borrower.name.toLowerCase());
    await one.page.getByRole('button', { name: 'Sign Now' }).click();
    await one.page.getByRole('region', { name: 'You have signed' }).waitFor();

    // The lender is signed in, so the address can be saved to the profile.
    const other = await openFor(lender);
    await other.page.goto(lenders);
    await sign(other.page, lender.name);
    await other.page.getByRole('button', { name: 'Save to my account' }).click();
    await other.page.getByRole('status').getByText('Profile saved').waitFor();
    assert.equal((await lender.get('/users/self')).city, 'Bristol');
    await other.page.getByRole('region', { name: 'Signed and sealed' }).waitFor();

    await other.page.locator('iframe[src^="blob:"]').waitFor();
    const sealed = Buffer.from(await download(await sealedUrl(lender, loan.id), lender));
    await other.page.getByRole('main').getByRole('link', { name: 'Check a contract' }).click();
    await drop(other.page, sealed);
    await other.page.getByText('Sealed Nameloan contract').waitFor();
    const changed = Buffer.from(sealed);
    changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
    await drop(other.page, changed);
    await other.page.getByText('Not a Nameloan contract').waitFor();

    await other.page.goto(lenders);
    await other.page.getByRole('link', { name: 'Go to the loan' }).click();
    await other.page.waitForURL(`**/app/escrow/${loan.id}`);
  },
);

journey('an invalid link shows the 404 page', async ({ open }) => {
  const { page } = await open('stranger');
  await page.goto('/contracts/no-contract-has-this-token');
  await page.getByRole('heading', { level: 1, name: "It's over" }).waitFor();
});

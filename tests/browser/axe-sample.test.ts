/** A sample of `budgets/accessibility.heavy.test.ts`: axe, clipped content and target sizes of a few pages and states. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { createAcceptedLoan } from '../flows/environment/loans.ts';
import { checkPage } from './budgets/check-page.ts';
import type { PageVariant } from './budgets/page-windows.ts';
import { applyVariant, waitUntilSettled } from './budgets/page-windows.ts';
import { setUpJourneys } from './environment.ts';

const { journey } = setUpJourneys();

const variants: PageVariant[] = [
  { width: 1440, scheme: 'dark' },
  { width: 320, scheme: 'light' },
];

async function assertAccessible(page: Page, name: string): Promise<void> {
  for (const variant of variants) {
    await applyVariant(page, variant);
    await waitUntilSettled(page);
    assert.deepEqual(await checkPage(page), [], `${name}, ${variant.width} ${variant.scheme}`);
  }
}

journey('axe finds no violations on the front page and in a form with errors', async ({ open }) => {
  const { page } = await open('visitor');
  await page.goto('/');
  await assertAccessible(page, 'front page');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await assertAccessible(page, 'login with errors');
});

journey(
  'axe finds no violations on a loan, in a dialog and in a list of domains',
  async ({ environment, openFor }) => {
    const loan = await createAcceptedLoan(environment);
    const { page } = await openFor(loan.borrower);
    await page.goto(`/app/escrow/${loan.id}`);
    await page.getByRole('dialog', { name: 'Signature Required' }).waitFor();
    await assertAccessible(page, 'signature dialog');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await assertAccessible(page, 'loan');
    await page.goto('/app/my-domains');
    await page.getByText(loan.domain.domain).first().waitFor();
    await assertAccessible(page, 'domains');
  },
);

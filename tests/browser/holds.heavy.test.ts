/** Legal requests and holds in the browser: the intake without a login, and the operators' queue. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { createPostedLoan } from '../flows/environment/loans.ts';
import { checkPage } from './budgets/check-page.ts';
import type { PageVariant } from './budgets/page-windows.ts';
import { applyVariant, waitUntilSettled } from './budgets/page-windows.ts';
import { setUpJourneys } from './environment.ts';
import { expectBanner, expectText, openLoan } from './loan-page.ts';

const { journey } = setUpJourneys();

const variants: PageVariant[] = [
  { width: 1280, scheme: 'light' },
  { width: 390, scheme: 'dark' },
];

async function assertAccessible(page: Page, name: string): Promise<void> {
  for (const variant of variants) {
    await applyVariant(page, variant);
    await waitUntilSettled(page);
    assert.deepEqual(await checkPage(page), [], `${name}, ${variant.width} ${variant.scheme}`);
  }
  await applyVariant(page, { width: 1280, scheme: 'light' });
}

const queue = '/app/disputes?tab=holds';

journey(
  'a court’s request becomes a hold, which two operators lift, and the parties see it on the loan',
  async ({ environment, open, openFor }) => {
    const loan = await createPostedLoan(environment);
    const name: string = loan.domain.domain;
    const staff = [await environment.newOperator(), await environment.newOperator()];
    for (const one of staff) await environment.setOperator(one);

    const { page: court } = await open('court');
    await court.goto('/');
    await court.getByRole('link', { name: 'Legal request' }).first().click();
    await court.getByRole('heading', { name: 'Legal request' }).waitFor();
    await court.getByRole('button', { name: 'Send Request' }).click();
    await court.locator('[aria-invalid=true]').first().waitFor();
    await assertAccessible(court, 'legal request with errors');
    await court.getByLabel('Kind of case').selectOption('COURT');
    await court.getByLabel('Domain', { exact: true }).fill(name);
    await court.getByLabel('Case number').fill('12 O 34/26');
    await court.getByLabel('Provider or court').fill('District Court');
    await court.getByLabel('Contact').fill('clerk@court.example');
    await court.getByLabel('Request', { exact: true }).fill('Keep this domain as it is.');
    await court.getByRole('button', { name: 'Send Request' }).click();
    await court.getByText('Request received.').waitFor();

    const [first, second] = await Promise.all(staff.map((one) => openFor(one)));
    const [one, other] = [first?.page, second?.page] as [Page, Page];
    await one.goto(queue);
    await one.getByText('Keep this domain as it is.').waitFor();
    await one.getByRole('button', { name: 'Place a Hold' }).first().click();
    const dialog = one.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Domain', { exact: true }).inputValue(), name);
    await one.getByRole('checkbox', { name: 'Notify the owner and the lender' }).check();
    await assertAccessible(one, 'place a hold');
    await dialog.getByRole('button', { name: 'Place Hold' }).click();
    await expectBanner(one, 'Legal hold placed');
    await one.getByRole('button', { name: 'Close Request' }).first().click();
    await expectBanner(one, 'Request closed');
    const lift = (page: Page) => page.getByRole('button', { name: `Lift the hold of ${name}` });
    await lift(one).waitFor();
    await assertAccessible(one, 'legal holds');

    const { page: lender } = await openFor(loan.lender);
    await openLoan(lender, loan.id);
    await expectText(lender, 'On legal hold since');

    await lift(one).click();
    await one.getByRole('dialog').getByRole('button', { name: 'Ask to Lift' }).click();
    await expectBanner(one, 'Another operator has to confirm');
    assert.ok(await lift(one).isDisabled());
    await other.goto(queue);
    await lift(other).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Lift Hold' }).click();
    await expectBanner(other, 'Hold lifted');
    await lender.reload();
    await lender.getByText('On legal hold since').waitFor({ state: 'detached' });
  },
);

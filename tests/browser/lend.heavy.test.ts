/** A lender's results below their loans: figures, months, exposure, seized domains, and the same as CSV. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { createPostedLoan, performAction } from '../flows/environment/loans.ts';
import { checkPage } from './budgets/check-page.ts';
import { setUpJourneys } from './environment.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys({ movesClock: true });

const results = (page: Page) => page.getByRole('region', { name: 'Results' });

async function openResults(page: Page): Promise<void> {
  await page.goto('/app/lend');
  await results(page).getByText('Realised yield').waitFor();
}

journey(
  'a lender sees the interest that a loan will bring, then what it brought, and saves the figures as CSV',
  async ({ environment, openFor }) => {
    const [loan, lost] = [await createPostedLoan(environment), await createPostedLoan(environment)];
    const [lends, borrows] = await Promise.all([
      openFor(loan.lender, phone),
      openFor(loan.borrower),
    ]);
    const { page } = lends;
    await openResults(page);
    await results(page).getByText('1 loan, 18% on average').waitFor();
    await results(page).getByText('No loan has ended yet.').waitFor();
    await results(page)
      .getByRole('table', { name: 'Interest by month' })
      .getByText('$26.64')
      .waitFor();
    assert.deepEqual(await checkPage(page), []);
    await borrows.page.goto('/app/lend');
    await results(borrows.page).getByText('Your results start once').waitFor();
    assert.deepEqual(await checkPage(borrows.page), []);

    await environment.sandbox.advanceClock('30d');
    await performAction(loan.lender, loan, 'finalize');
    await performAction(lost.borrower, lost, 'finalize', { outcome: 'SURRENDER' });
    await openResults(page);
    await results(page).getByText('18%', { exact: true }).waitFor();
    await results(page).getByText('Per year, no losses').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      lends.press(results(page).getByRole('button', { name: 'Download the results as CSV' })),
    ]);
    assert.equal(download.suggestedFilename(), 'nameloan-performance.csv');
    const csv = readFileSync(await download.path(), 'utf8');
    assert.ok(csv.startsWith('\uFEFFloan,domain,'));
    assert.match(csv, new RegExp(`${loan.id},.*,REPAID,900\\.50,18,.*,13\\.42,`));

    const took = await openFor(lost.lender);
    await openResults(took.page);
    await results(took.page).getByText('−1,216.67%').waitFor();
    const taken = results(took.page).getByRole('region', { name: 'Seized domains' });
    await taken.getByText('$900.50 lent').waitFor();
    await taken.getByText(/^Est\. \$/).waitFor();
    assert.deepEqual(await checkPage(took.page), []);
  },
);

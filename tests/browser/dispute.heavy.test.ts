/** Disputes: both parties add evidence, and an operator in a third window, or both parties together, end it. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { Locator, Page } from 'playwright-core';
import { createPostedLoan } from '../flows/environment/loans.ts';
import { setUpJourneys } from './environment.ts';
import {
  bubbles,
  chat,
  confirmByName,
  expectBanner,
  expectText,
  openLoan,
  press,
  status,
  write,
} from './loan-page.ts';

const { journey } = setUpJourneys();

const dialog = (page: Page) => page.getByRole('dialog');

/** Drops a file as from the desktop. */
async function drop(page: Page, place: Locator, path: string): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  assert.ok(box);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const desk = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await desk.send('Input.dispatchDragEvent', { type, ...at, data });
}

async function choose(page: Page, button: string, outcome: string): Promise<void> {
  await press(page, button);
  // Another outcome begins with the same words and goes on after a semicolon.
  const name = new RegExp(`^${outcome}(?!;)`);
  await dialog(page).getByRole('radio', { name }).check();
}

journey(
  'an operator in a third window decides a dispute with files and messages of both parties',
  async ({ environment, openFor }) => {
    const loan = await createPostedLoan(environment);
    const opal = await environment.newOperator();
    await environment.setOperator(opal);
    const windows = await Promise.all(
      [loan.borrower, loan.lender, opal].map((one) => openFor(one)),
    );
    const [borrower, lender, operator] = windows.map(({ page }) => page) as [Page, Page, Page];
    await Promise.all([openLoan(borrower, loan.id), openLoan(lender, loan.id)]);

    await press(borrower, 'Escalate');
    await dialog(borrower).getByText(loan.domain.domain).first().waitFor();
    await dialog(borrower)
      .getByLabel(/^What went wrong/)
      .fill('I repaid, and got no response.');
    await dialog(borrower).getByRole('button', { name: 'Escalate' }).click();
    await expectBanner(borrower, 'Loan escalated');
    await Promise.all([status(borrower, 'Disputed'), status(lender, 'Disputed')]);

    const folder = mkdtempSync(join(tmpdir(), 'nameloan-evidence-'));
    const slip = join(folder, 'slip.txt');
    writeFileSync(slip, 'Paid in full.');
    // A drop outside the target does nothing: the browser does not open the file.
    await drop(borrower, chat(borrower), slip);
    await drop(borrower, borrower.getByRole('button', { name: /drop it here/ }), slip);
    await expectBanner(borrower, 'Evidence added');
    rmSync(folder, { recursive: true });
    await expectText(lender, 'slip.txt');
    // An unsupported file shows an error, and another can be chosen.
    const wrong = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from([1, 2, 3]) };
    windows[1]?.allowErrors(/status of 415/);
    await lender.locator('input[type=file]').setInputFiles(wrong);
    await expectText(lender, 'Evidence must be a PDF, a PNG or JPEG picture');

    await operator.getByRole('link', { name: 'Disputes' }).click();
    await operator.getByRole('link', { name: loan.domain.domain }).click();
    await status(operator, 'Disputed');
    await expectText(operator, 'I repaid, and got no response.');
    const [download] = await Promise.all([
      operator.waitForEvent('download'),
      operator.getByRole('button', { name: 'Save slip.txt' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'slip.txt');
    assert.equal(readFileSync(await download.path(), 'utf8'), 'Paid in full.');
    await operator.getByRole('button', { name: 'Show the contract' }).click();
    await operator.getByRole('link', { name: 'Open PDF' }).waitFor();
    await write(operator, 'I will check it today.');
    await Promise.all(
      [borrower, lender].map((page) => bubbles(page, 'I will check it today.').waitFor()),
    );

    // The operator decides before the ten days are over, because neither party has more to add.
    for (const party of [borrower, lender]) {
      await press(party, 'Evidence Complete');
      await dialog(party).getByRole('button', { name: 'Evidence Complete' }).click();
      await expectBanner(party, 'Evidence complete');
    }

    await choose(operator, 'Resolve', 'Return the domain to the borrower');
    const action = `Return ${loan.domain.domain} to`;
    await confirmByName(operator, action, loan.domain.domain);
    await dialog(operator).getByText('Enter the reason').waitFor();
    await dialog(operator).getByLabel('Reason').fill('The bank confirms the payment.');
    await dialog(operator).getByRole('button', { name: action }).click();
    await expectBanner(operator, 'Dispute resolved');
    for (const page of [borrower, lender, operator]) {
      await status(page, 'Complete');
      await expectText(page, 'The bank confirms the payment.');
    }
  },
);

journey(
  'both parties settle a dispute by saying the same, and the loan goes on',
  async ({ environment, openFor }) => {
    const loan = await createPostedLoan(environment);
    const [borrows, lends] = await Promise.all([openFor(loan.borrower), openFor(loan.lender)]);
    const [borrower, lender] = [borrows.page, lends.page];
    await Promise.all([openLoan(borrower, loan.id), openLoan(lender, loan.id)]);
    await press(lender, 'Escalate');
    await dialog(lender).getByRole('button', { name: 'Escalate' }).click();
    await status(borrower, 'Disputed');
    await choose(borrower, 'Settle', 'Continue the loan');
    await dialog(borrower).getByRole('button', { name: 'Propose' }).click();
    await expectBanner(borrower, 'Settlement proposed');
    await expectText(lender, 'proposes: Continue the loan.');
    await choose(lender, 'Settle', 'Continue the loan');
    await dialog(lender).getByRole('button', { name: 'Settle' }).click();
    await expectBanner(lender, 'Dispute settled');
    await Promise.all([status(borrower, 'Marked Paid'), status(lender, 'Marked Paid')]);
  },
);

journey(
  'an operator credits a payment exception, and the payer’s balance shows it',
  async ({ environment, openFor }) => {
    const [payer, opal] = await Promise.all([
      environment.newPerson('Pia Parts'),
      environment.newOperator(),
    ]);
    await environment.setOperator(opal);
    const { uri } = await payer.post('/transactions/nowpayments-session', { amount: 50 });
    const checkouts: { id: string }[] = await environment.sandbox.readCheckouts();
    const checkout = checkouts.find(({ id }) => uri.includes(id))?.id ?? '';
    await environment.sandbox.payCheckout(checkout, { part: true, amountCents: 2075 });
    // The page loads once: by then both services must know the operator, and payments the payment.
    await waitFor('the operator’s lists', async () => {
      if ((await opal.call('GET', '/escrow/disputes')).status !== 200) return false;
      const { status, body } = await opal.call('GET', '/transactions/exceptions?limit=100');
      return status === 200 && body.payments.length > 0;
    });

    const { page } = await openFor(opal);
    await page.getByRole('link', { name: 'Disputes' }).click();
    await page.getByRole('tab', { name: 'Payment exceptions' }).click();
    await expectText(page, '$20.75 arrived instead of $50.00.');
    await page.getByRole('button', { name: 'Settle the payment of Pia Parts' }).click();
    await dialog(page).getByRole('button', { name: 'Settle' }).click();
    await dialog(page).getByText('Choose an outcome first.').waitFor();
    await dialog(page).getByRole('radio', { name: 'Credit it' }).check();
    await dialog(page).getByRole('button', { name: 'Settle' }).click();
    await expectBanner(page, 'Payment credited');
    await expectText(page, 'Short, over, late, duplicate or wrong-currency payments appear here.');
    await waitFor('the balance', async () => (await payer.get('/users/self')).balance === 20.75);
  },
);

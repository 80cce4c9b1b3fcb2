/** A loan without a mouse: the sign dialog, the chat, marking paid and finalizing. */

import assert from 'node:assert/strict';
import { waitFor } from '@nameloan/driver/sandbox-client';
import {
  createAcceptedLoan,
  createLoanInCustody,
  createPostedLoan,
} from '../flows/environment/loans.ts';
import { setUpJourneys } from './environment.ts';
import { focusedName, pressOn, tabTo, typeInto } from './keyboard.ts';
import { bubbles, openLoan, status } from './loan-page.ts';

const { byKeyboard } = setUpJourneys();

byKeyboard(
  'the sign dialog has a name, traps the focus and returns it',
  async ({ environment, openFor }) => {
    const loan = await createAcceptedLoan(environment);
    const { page } = await openFor(loan.borrower);
    await openLoan(page, loan.id);
    const signDialog = page.getByRole('dialog', { name: 'Signature Required' });
    await signDialog.getByRole('link', { name: /^Sign Now/ }).waitFor();
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab');
      // Only the dialog and the browser's controls can have the focus, not the rest of the page.
      const where = await page.evaluate(() =>
        document.activeElement === document.body
          ? 'browser'
          : document.activeElement?.closest('dialog')?.localName,
      );
      assert.ok(where === 'dialog' || where === 'browser', `${await focusedName(page)}`);
    }
    await page.keyboard.press('Escape');
    await signDialog.waitFor({ state: 'detached' });
    await pressOn(page, page.getByRole('button', { name: 'Sign', exact: true }));
    await pressOn(page, signDialog.getByRole('button', { name: 'Cancel Loan' }));
    const cancelDialog = page.getByRole('dialog', { name: 'Cancel this loan?' });
    await cancelDialog.getByText(loan.domain.domain).first().waitFor();
    await pressOn(page, cancelDialog.getByRole('button', { name: 'Go back' }));
    await cancelDialog.waitFor({ state: 'detached' });
    await status(page, 'Pending Signature');
  },
);

byKeyboard(
  'a message is written and sent: Enter breaks the line, Shift and Enter send, empty is not sent',
  async ({ environment, openFor }) => {
    const loan = await createPostedLoan(environment);
    const { page } = await openFor(loan.borrower);
    await openLoan(page, loan.id);
    const box = page.getByRole('textbox', { name: 'Message' });
    await pressOn(page, box, 'Shift+Enter');
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    await page.keyboard.type('there');
    await page.keyboard.press('Shift+Enter');
    await bubbles(page, 'Hello\nthere').waitFor();
    // The message is shown before the server has stored it.
    const sent = await waitFor('the message', async () => {
      const messages = await loan.borrower.get(`/escrow/${loan.id}/messages`);
      return messages.length > 0 && messages;
    });
    assert.equal(sent.length, 1);
    assert.equal(await box.inputValue(), '');
    assert.ok(
      await box.evaluate((one) => one === document.activeElement),
      'the input keeps the focus',
    );
  },
);

byKeyboard('a loan is marked paid and finalized', async ({ environment, openFor }) => {
  const loan = await createLoanInCustody(environment);
  const { page } = await openFor(loan.lender);
  await openLoan(page, loan.id);
  await pressOn(page, page.getByRole('button', { name: 'Mark Paid' }));
  const paid = page.getByRole('dialog', { name: 'Mark this loan as paid?' });
  // A date without a month is invalid; it must not be sent as absent.
  await tabTo(page, paid.getByLabel(/^Payment date/));
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await paid.getByText('Enter the whole date, or clear it').waitFor();
  for (const key of ['Backspace', 'Tab', 'Backspace', 'Tab', 'Backspace'])
    await page.keyboard.press(key);
  await typeInto(page, paid.getByLabel(/^Method/), 'Wire');
  await page.keyboard.press('Enter');
  await paid.waitFor({ state: 'detached' });
  await status(page, 'Marked Paid');

  await pressOn(page, page.getByRole('button', { name: 'Finalize' }));
  const ends = page.getByRole('dialog', { name: 'Finalize this loan?' });
  const returned = ends.getByRole('radio', { name: /return the domain/ });
  await tabTo(page, returned);
  await page.keyboard.press('Space');
  const { domain: name } = loan.domain;
  await typeInto(page, ends.getByLabel(`Type ${name} to confirm`), name);
  await pressOn(page, ends.getByRole('button', { name: `Return ${name}` }));
  await status(page, 'Complete');
});

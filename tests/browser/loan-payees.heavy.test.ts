/** Payees on the loan's page: the choice, the payment details, a change that is acknowledged, and the warning in chat. */

import assert from 'node:assert/strict';
import { createLoanInCustody } from '../flows/environment/loans.ts';
import { addPayee } from '../flows/journeys/loan-payees.ts';
import { checkLayout } from './budgets/check-page.ts';
import { setUpJourneys } from './environment.ts';
import { chat, expectBanner, expectText, openLoan, write } from './loan-page.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys({ movesClock: true });

journey(
  'the borrower chooses a payee, and the lender pays to it and acknowledges its change',
  async ({ environment, openFor }) => {
    const loan = await createLoanInCustody(environment);
    const { borrower: bea, lender: len } = loan;
    const [borrows, lends] = await Promise.all([openFor(bea), openFor(len, phone)]);
    const [borrower, lender] = [borrows.page, lends.page];
    await Promise.all([openLoan(borrower, loan.id), openLoan(lender, loan.id)]);
    await expectText(lender, 'Bea hasn’t chosen where to be paid.');
    await lends.press(lender.getByRole('button', { name: 'Mark Paid', exact: true }));
    await lender.getByRole('dialog').getByText('Bea hasn’t chosen a payee.').waitFor();
    await lender.keyboard.press('Escape');

    const choose = borrower.getByRole('button', { name: 'Choose payee' });
    await choose.first().click();
    const choice = borrower.getByRole('dialog', { name: 'Where are you paid?' });
    await choice.getByText('You have no payees yet.').waitFor();
    await choice.getByRole('button', { name: 'Cancel' }).click();
    const payee = await addPayee(bea);
    await choose.first().click();
    await choice.getByRole('radio', { name: /3000/ }).check();
    await choice.getByRole('button', { name: 'Choose payee' }).click();
    await expectBanner(borrower, 'Payee chosen');
    await borrower
      .getByRole('region', { name: 'Where you’re paid' })
      .getByText(payee.fingerprint)
      .waitFor();

    const details = lender.getByRole('dialog', { name: 'Pay Bea' });
    await lends.press(lender.getByRole('button', { name: 'Show payment details' }));
    await details.getByRole('button', { name: 'Copy iban' }).waitFor();
    const iban = details.getByRole('definition').filter({ hasText: 'DE89' });
    assert.equal((await iban.innerText()).replace(/\s/g, ''), 'DE89370400440532013000');
    await details.getByText(payee.fingerprint).waitFor();
    assert.deepEqual(await checkLayout(lender), []);
    await lends.press(details.getByRole('button', { name: 'Done' }));
    await expectText(borrower, 'Opened the payment details');

    await bea.post(`/users/payees/${payee.id}`, { fields: { iban: 'GB29NWBK60161331926819' } });
    await expectText(lender, 'Changes to GB •••• 6819');
    await environment.sandbox.advanceAccountClock('73h');
    await lender.reload();
    await expectText(lender, 'This has changed since the contract');
    await lends.press(lender.getByRole('button', { name: 'Show payment details' }));
    const changed = lender.getByRole('dialog', { name: 'Where you pay has changed' });
    await changed.getByRole('region', { name: 'Now' }).getByText('GB •••• 6819').waitFor();
    assert.equal(await details.count(), 0);
    assert.deepEqual(await checkLayout(lender), []);
    await lends.press(changed.getByRole('button', { name: 'Bea confirmed it' }));
    await details.getByRole('button', { name: 'Copy iban' }).waitFor();
    await details.getByRole('definition').filter({ hasText: 'GB29' }).waitFor();
    await lends.press(details.getByRole('button', { name: 'Done' }));
    await expectText(lender, 'Acknowledged the new payee');

    await write(borrower, 'Better pay to DE89 3704 0044 0532 0130 00');
    await chat(lender).getByText('Never pay to details from a chat.').waitFor();

    await len.post(`/escrow/${loan.id}/markPaid`);
    await bea.post(`/escrow/${loan.id}/escalate`);
    const opal = await environment.newOperator();
    await environment.setOperator(opal);
    const operator = (await openFor(opal)).page;
    await operator.goto(`/app/disputes/${loan.id}`);
    const payees = operator.getByRole('region', { name: 'Payees', exact: true });
    await payees.getByText('GB •••• 6819', { exact: true }).waitFor();
    await payees.getByText('Unchanged since').waitFor();
    await payees.getByText('No payee chosen.').waitFor();
    for (const text of ['Opened the payment details', 'Acknowledged the new payee'])
      await payees.getByText(text).first().waitFor();
    const shown = (await operator.locator('main').innerText()).replace(/\s/g, '');
    for (const number of ['DE89370400440532013000', 'GB29NWBK60161331926819'])
      assert.equal(shown.replace('BetterpaytoDE89370400440532013000', '').includes(number), false);
    assert.deepEqual(await checkLayout(operator), []);
  },
);

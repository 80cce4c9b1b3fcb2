/** Proposals of amendments: what their dialogs send, and the figures of the server's preview. */

import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { formatDay } from '../../../format/day.ts';
import type { Loan } from '../loan-parties.ts';
import { agreed, buildAmendment } from '../testing/build-amendment.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { answers, monthlyTerms, open } from '../testing/open-amendment-dialog.tsx';

test('a proposal is sent with the terms of its kind, after its effect is shown', async () => {
  const { dialog, calls } = await open('Propose Amendment', {});
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Propose Amendment' }));
  await send();
  expect(await dialog.findByText('Choose what changes')).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('What changes?'), 'EXTEND');
  await send();
  expect(await dialog.findByText('Enter the new due date')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('New due date'), '2099-05-15');
  await userEvent.type(dialog.getByLabelText('New yearly rate (optional)'), '15');
  await userEvent.selectOptions(dialog.getByLabelText('Interest to date'), 'PAY');
  await userEvent.type(dialog.getByLabelText('Fee (optional)'), '100');
  await userEvent.type(dialog.getByLabelText('Message (optional)'), 'Two months');
  const effect = dialog.getByLabelText('Effect');
  await dialog.findByText('$18,287.67');
  expect(effect).toHaveTextContent('Owed on May 15, 2099$18,287.67');
  expect(effect).toHaveTextContent('Without it, on Feb 14, 2099$18,295.89');
  expect(effect).toHaveTextContent('Paid with the change, if agreed today$363.01');
  expect(effect).toHaveTextContent('Paid in all from today$18,295.89 → $18,650.68');
  expect(effect).not.toHaveTextContent('Payments left');
  await send();
  await screen.findByText('Amendment proposed');
  expect(calls('ProposeAmendment')).toEqual([
    {
      ...{ id: 'loan-1', kind: 'EXTEND', fee: 100_00, message: 'Two months' },
      terms: { due: '2099-05-15', rate: 1500, interest: 'PAY' },
    },
  ]);
  expect(calls('AmendmentPreview').at(-1)).toMatchObject({
    ...{ escrowId: 'loan-1', kind: 'EXTEND', fee: 100_00 },
    terms: { due: '2099-05-15', rate: 1500, interest: 'PAY' },
  });
});

test('a new due date is after the present one, and a waiver is offered once something can be waived', async () => {
  const { dialog } = await open('Propose Amendment', {});
  const kind = dialog.getByLabelText('What changes?');
  expect(within(kind).queryByRole('option', { name: /waived/ })).toBeNull();
  await userEvent.selectOptions(kind, 'EXTEND');
  await userEvent.type(dialog.getByLabelText('New due date'), '2099-02-14');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose Amendment' }));
  expect(await dialog.findByText(/^From Feb 15, 2099 to /)).toBeVisible();
});

test('the last payment of an extended loan with instalments is one of the possible days', async () => {
  const { dialog, calls } = await open('Propose Amendment', { presentTerms: monthlyTerms });
  await userEvent.selectOptions(dialog.getByLabelText('What changes?'), 'EXTEND');
  const last = dialog.getByLabelText('Last payment');
  expect(dialog.queryByLabelText('New due date')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Propose Amendment' }));
  expect(await dialog.findByText('Choose the last payment')).toBeVisible();
  await within(last).findByRole('option', { name: 'Apr 14, 2099' });
  expect(within(last).getAllByRole('option')).toHaveLength(3);
  await userEvent.selectOptions(last, 'Apr 14, 2099');
  const effect = dialog.getByLabelText('Effect');
  await dialog.findByText('$18,400.00 → $18,950.00');
  expect(effect).toHaveTextContent('Payments left12 until Apr 14, 2099 → 16 until Aug 14, 2099');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose Amendment' }));
  await screen.findByText('Amendment proposed');
  expect(calls('ProposeAmendment')[0]).toMatchObject({ terms: { due: '2099-04-14' } });
});

test('the due date of one payment instead can be before the present last one', async () => {
  const { dialog } = await open('Propose Amendment', { presentTerms: monthlyTerms });
  await userEvent.selectOptions(dialog.getByLabelText('What changes?'), 'PLAN');
  await userEvent.selectOptions(dialog.getByLabelText('Repaid by'), 'BULLET');
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const due = dialog.getByLabelText('New due date');
  expect(due).toHaveAttribute('min', day(4));
  await userEvent.selectOptions(dialog.getByLabelText('Interest to date'), 'PAY');
  expect(due).toHaveAttribute('min', day(11));
  await userEvent.type(due, day(10));
  await userEvent.click(dialog.getByRole('button', { name: 'Propose Amendment' }));
  await waitFor(() => expect(due).toBeInvalid());
  expect(due).toHaveAccessibleDescription(expect.stringMatching(`From ${formatDay(day(11))} to `));
  await userEvent.clear(due);
  await userEvent.type(due, day(11));
  expect(await dialog.findByText('$18,400.00 → $18,950.00')).toBeVisible();
});

test('a field that is no longer on screen does not stop the proposal', async () => {
  const { dialog, calls } = await open('Propose Amendment', {});
  const kind = dialog.getByLabelText('What changes?');
  await userEvent.selectOptions(kind, 'EXTEND');
  await userEvent.type(dialog.getByLabelText('New due date'), '2099-02-01');
  await userEvent.selectOptions(kind, 'PLAN');
  await userEvent.selectOptions(dialog.getByLabelText('Repaid by'), 'INSTALMENTS');
  await userEvent.type(dialog.getByLabelText('Number of payments'), 'many');
  await userEvent.selectOptions(kind, 'RATE');
  await userEvent.type(dialog.getByLabelText('New yearly rate'), '9.5');
  expect(await dialog.findByText('$18,287.67')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Propose Amendment' }));
  await screen.findByText('Amendment proposed');
  expect(calls('ProposeAmendment')).toEqual([
    { id: 'loan-1', kind: 'RATE', fee: 0, message: null, terms: { rate: 950, interest: 'KEEP' } },
  ]);
});

test('a waiver is sent without the terms of another kind', async () => {
  const balance = { ...buildLoan().balance, fees: 25_00, defaultInterest: 0 } as Loan['balance'];
  const { dialog, calls } = await open('Propose Amendment', { balance });
  await userEvent.selectOptions(dialog.getByLabelText('What changes?'), 'WAIVE');
  expect(dialog.getByText('Unpaid today: $25.00')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Late fees, up to (optional)'), '25');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose Amendment' }));
  await screen.findByText('Amendment proposed');
  expect(calls('ProposeAmendment')).toEqual([
    {
      ...{ id: 'loan-1', kind: 'WAIVE', fee: 0, message: null },
      terms: { lateFees: 25_00, defaultInterest: null, interest: 'KEEP' },
    },
  ]);
});

test('a plan is sent with its payments, and shows the next one', async () => {
  const { dialog, calls } = await open('Propose Amendment', {});
  await userEvent.selectOptions(dialog.getByLabelText('What changes?'), 'PLAN');
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Propose Amendment' }));
  await send();
  expect(await dialog.findByText('Choose how the loan is repaid')).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('Repaid by'), 'INSTALMENTS');
  await send();
  expect(await dialog.findByText('Enter the number of payments')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Number of payments'), '4');
  await userEvent.selectOptions(dialog.getByLabelText('How often'), '30D');
  expect(await dialog.findByText('Owed next on Mar 1, 2099')).toBeVisible();
  await send();
  await screen.findByText('Amendment proposed');
  expect(calls('ProposeAmendment')).toEqual([
    {
      ...{ id: 'loan-1', kind: 'PLAN', fee: 0, message: null },
      terms: { plan: 'INSTALMENTS', period: '30D', instalments: 4, interest: 'KEEP' },
    },
  ]);
});

test('a lower principal is sent with its amount', async () => {
  const { dialog, calls } = await open('Propose Amendment', {});
  await userEvent.selectOptions(dialog.getByLabelText('What changes?'), 'PRINCIPAL_DOWN');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose Amendment' }));
  expect(await dialog.findByText('Enter how much is repaid')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Principal repaid with the change'), '4000');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose Amendment' }));
  await screen.findByText('Amendment proposed');
  expect(calls('ProposeAmendment')[0]).toMatchObject({
    ...{ kind: 'PRINCIPAL_DOWN', terms: { amount: 4_000_00, interest: 'KEEP' } },
  });
});

test('a higher principal is sent with its amount; the fee and the interest are set off', async () => {
  const { dialog, calls } = await open('Propose Amendment', {});
  await userEvent.selectOptions(dialog.getByLabelText('What changes?'), 'PRINCIPAL_UP');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose Amendment' }));
  expect(await dialog.findByText('Enter the further principal')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Further principal'), '2500');
  await userEvent.selectOptions(dialog.getByLabelText('Interest to date'), 'Is set off');
  expect(dialog.getByText(/, set off, up to/)).toBeVisible();
  expect(
    await dialog.findByText('Paid by the lender with the change, if agreed today'),
  ).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Propose Amendment' }));
  await screen.findByText('Amendment proposed');
  expect(calls('ProposeAmendment')[0]).toMatchObject({
    ...{ kind: 'PRINCIPAL_UP', terms: { amount: 2_500_00, interest: 'PAY' } },
  });
});

test('the lender reports further principal, which counts without an answer', async () => {
  const waits = buildAmendment({
    ...{ ...agreed, kind: 'PRINCIPAL_UP', status: 'AWAITING_MONEY', n: 2 },
    ...{ amountDue: 2_400_00, payer: 'LENDER' },
    ...{ borrowerSignedAt: '2098-12-01T09:00:00.000Z', lenderSignedAt: '2098-12-01T09:00:00.000Z' },
  });
  const { dialog, calls } = await open('Report the Payment', {
    ...{ role: 'LENDER', amendments: [waits], receivedAt: '2020-01-01T00:00:00.000Z' },
  });
  expect(dialog.getByText(/Without an answer within 5 days it counts as received/)).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Method'), 'Wire');
  await userEvent.type(dialog.getByLabelText('Reference'), 'A-2');
  await userEvent.click(dialog.getByRole('button', { name: 'Report Payment' }));
  await screen.findByText('Payment reported');
  expect(calls('ReportPayment')).toEqual([
    expect.objectContaining({ amount: 2_400_00, leg: 'AMENDMENT', amendment: 2 }),
  ]);
});

test('a counter-proposal starts from the proposed terms and keeps their kind', async () => {
  const { dialog, calls } = await open('Counter', answers);
  expect(dialog.queryByLabelText('What changes?')).toBeNull();
  expect(dialog.getByLabelText('New due date')).toHaveValue('2099-05-15');
  await userEvent.type(dialog.getByLabelText('New yearly rate (optional)'), '14.5');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose These Terms' }));
  await screen.findByText('Other terms proposed');
  expect(calls('CounterAmendment')).toEqual([
    {
      ...{ id: 'loan-1', n: 1, fee: 0, message: null },
      terms: { due: '2099-05-15', rate: 1450, interest: 'KEEP' },
    },
  ]);
});

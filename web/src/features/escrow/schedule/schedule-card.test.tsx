/** The schedule of a loan: from the next payment on, with what is paid of each and what ends a default. */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { monthlyPayments } from '../../../testing/sample-plans.ts';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { ScheduleCard } from './schedule-card.tsx';

const row = (n: number, state: string, paid = 0) => ({
  ...{ __typename: 'ScheduleRow', n, due: `2027-${String(n).padStart(2, '0')}-15`, days: 30 },
  ...{ payment: 888_08, interest: 88_08, principal: 800_00, balance: 100_00, paid, state },
});
const schedule = [
  row(1, 'PAID', 888_08),
  row(2, 'CURED', 888_08),
  row(3, 'IN_GRACE', 100_00),
  ...[4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => row(n, 'PLANNED')),
];

function show(more: Partial<Loan> = {}, rows: unknown[] = schedule) {
  const loan = buildLoan({ ...monthlyPayments, ...more });
  renderScreen({
    at: '/loan',
    screens: { '/loan': <ScheduleCard loan={loan} /> },
    answers: {
      LoanSchedule: replyWith({ escrow: { __typename: 'Escrow', id: loan.id, schedule: rows } }),
    },
  });
}
const listRows = () =>
  within(screen.getByRole('table', { name: 'Payments of the loan' }))
    .getAllByRole('row')
    .slice(1);

test('the next unpaid payment comes first, with its state and what is paid of it', async () => {
  show();
  expect(await screen.findByText('2 of 12 paid')).toBeVisible();
  expect(listRows()).toHaveLength(4);
  expect(listRows()[0]).toHaveTextContent(/^3 · Mar 15, 2027In grace\$100\.00 paid\$888\.08/);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 12 payments' }));
  expect(listRows()[0]).toHaveTextContent('Paid');
  expect(listRows()[1]).toHaveTextContent('Paid late');
});

test('what ends a default is shown with its charges, and nothing while nothing is due', async () => {
  show({ cureAmount: 820_00, lateFees: 30_00, defaultInterest: 1_92 });
  const value = async (label: string) =>
    (await screen.findByText(label)).nextElementSibling?.textContent;
  expect(await value('To catch up today')).toBe('$820.00');
  expect(await value('Late fees')).toBe('$30.00');
  expect(await value('Interest on overdue principal')).toBe('$1.92');
});

test('before the money has arrived the schedule is that of today, and nothing is paid', async () => {
  show(
    { receivedAt: null },
    schedule.map((one) => ({ ...one, paid: 0, state: 'PLANNED' })),
  );
  expect(await screen.findByText('12 payments')).toBeVisible();
  expect(screen.getByText('If the money arrives today.')).toBeVisible();
  expect(screen.queryByText('To catch up today')).toBeNull();
});

test('after an acceleration all of it is what is due', async () => {
  show({ cureAmount: 9_337_50, acceleratedAt: '2027-03-20T12:00:00.000Z' });
  expect(
    (await screen.findByText('All due, if repaid today')).nextElementSibling,
  ).toHaveTextContent('$9,337.50');
  expect(screen.queryByText('To catch up today')).toBeNull();
});

/** The figures of a loan with an amendment or a missed payment. */

import { expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { monthlyPayments } from '../../../testing/sample-plans.ts';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { listAgreedCosts, listRepaymentFacts } from './list-repayment-facts.ts';
import { PayoffOnDay } from './payoff-on-day.tsx';

const reported = {
  leg: 'REPAYMENT',
  amendment: null,
  from: 'BORROWER',
  payee: 'LENDER',
  date: '2027-01-20',
  amount: 15_00,
  method: 'Wire',
  reference: 'P-1',
  reportedAt: '2027-01-20T10:00:00.000Z',
  reason: null,
} as const;

test('the payoff of a chosen day is fetched again once a payment counts', async () => {
  const payments: Loan['payments'] = [
    { ...reported, id: 'p1', status: 'REPORTED', confirmedAmount: null },
  ];
  let payoff = 457_20;
  const loan = buildLoan({ termsChangedOn: '2026-12-10', payments });
  function Page() {
    const [shown, setShown] = useState(loan);
    const confirm = () => {
      payoff = 442_16;
      const paid = { status: 'CONFIRMED', confirmedAmount: 15_00 } as const;
      setShown({ ...loan, payments: payments.map((one) => ({ ...one, ...paid })) });
    };
    return (
      <>
        <PayoffOnDay loan={shown} />
        <button type="button" onClick={confirm}>
          Count
        </button>
      </>
    );
  }
  renderScreen({
    at: '/loan',
    screens: { '/loan': <Page /> },
    answers: { PayoffOnDay: () => replyWith({ escrowBalance: { payoff } }) },
  });
  expect(await screen.findByText('$457.20')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Count' }));
  expect(await screen.findByText('$442.16')).toBeVisible();
});

test('an amended loan shows the plan of its amendment', () => {
  const presentTerms: Loan['presentTerms'] = {
    ...buildLoan().presentTerms,
    ...{ plan: 'INSTALMENTS', period: 'MONTH', instalments: 16, lateFee: 300 },
  };
  const loan = buildLoan({ ...monthlyPayments, termsChangedOn: '2026-12-10', presentTerms });
  const costs = listAgreedCosts(loan);
  expect(costs).toContainEqual({ label: 'Repayment from then', value: '16 monthly payments' });
  expect(costs).toContainEqual({ label: 'Late fee', value: '3% of the payment' });
});

test('a missed payment was due, and is not the next one', () => {
  const nextDue = { date: '2026-12-16', amount: 38_02, instalment: 1, instalments: 12 };
  const loan = buildLoan({ ...monthlyPayments, stage: 'OVERDUE', nextDue });
  const facts = listRepaymentFacts(loan, new Date('2026-12-28T12:00:00.000Z'));
  expect(facts).toContainEqual({ label: 'Missed payment', value: '$38.02' });
  expect(facts).toContainEqual({ label: 'Was due', value: { at: nextDue.date, as: 'day' } });
});

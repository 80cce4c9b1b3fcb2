/** What the loan's page says to each side: where a domain is in the end, what was paid for it, and who pays its fee. */

import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { stage } from '../../../testing/stage.tsx';
import type { Loan } from '../loan-parties.ts';
import { someLoan } from '../testing/build-loan.ts';
import { Figures } from './loan-costs-card.tsx';
import { LoanHeader } from './loan-header.tsx';
import { WhatNext } from './next-step-card.tsx';

const show = (more: Partial<Loan>) => {
  const loan = someLoan(more);
  stage({
    at: '/loan',
    screens: {
      '/loan': (
        <>
          <LoanHeader loan={loan} />
          <WhatNext loan={loan} onMove={jest.fn()} />
          <Figures loan={loan} />
        </>
      ),
    },
    answers: {},
  });
};

const ownerLink = () => screen.queryByRole('link', { name: 'My Domains' });

test.each([
  ['FINALIZED_RETURN_TO_BORROWER', 'BORROWER'],
  ['FINALIZED_LENDER_SEIZURE', 'LENDER'],
] as const)('a loan that ended with %s leads the %s to the domain', (status, role) => {
  show({ status, role });
  expect(ownerLink()).toHaveAttribute('href', '/app/my-domains');
});

test.each([
  ['FINALIZED_RETURN_TO_BORROWER', 'LENDER'],
  ['FINALIZED_LENDER_SEIZURE', 'BORROWER'],
  ['FINALIZED_LENDER_SEIZURE', 'OPERATOR'],
  ['LOAN_POSTED', 'BORROWER'],
] as const)('a loan with %s leads the %s to no domain', (status, role) => {
  show({ status, role });
  expect(ownerLink()).toBeNull();
});

test.each([
  ['BORROWER', '/app/borrow'],
  ['LENDER', '/app/lend'],
] as const)('the way back of the %s bears the name of the page it leads to', (role, to) => {
  show({ role });
  expect(screen.getByRole('link', { name: 'My Loans' })).toHaveAttribute('href', to);
});

test.each([
  ['BORROWER', 'Transfer fee, from your balance'],
  ['LENDER', 'The borrower’s transfer fee'],
] as const)('the %s reads whose balance pays the transfer fee', (role, words) => {
  const { disclosure } = someLoan();
  show({ role, disclosure: { ...disclosure, transferFee: 12_00 } });
  expect(screen.getByText(words).nextSibling).toHaveTextContent('$12.00');
});

const over = { stage: null, finalizedAt: '2027-02-01T23:30:00.000Z' } as const;
const figures = () => screen.getByText('Figures').closest('section') as HTMLElement;

test.each(['BORROWER', 'LENDER'] as const)(
  'the %s of a repaid loan reads what was repaid, on the day that was claimed, before what was agreed',
  (role) => {
    const claim = { date: '2027-01-29', method: 'Wire', reference: 'R-1', at: over.finalizedAt };
    const status = 'FINALIZED_RETURN_TO_BORROWER';
    show({ ...over, role, status, payoff: 18_488_40, repaymentClaim: claim });
    expect(figures()).toHaveTextContent(
      /\$18,488\.40Repaid on Jan 29, 2027, \$488\.40 of it interestAs agreed.*\$18,597\.00/,
    );
  },
);

test('before the money came, its due day is told as on the listing and the offer', () => {
  show({ status: 'NEW', stage: null, receivedAt: null, dueAt: null, payoff: null });
  expect(screen.getByText('Due, if received today').nextSibling).toHaveTextContent('Feb 14, 2027');
});

test('a loan that the lender ended without a claim was repaid on that day in UTC', () => {
  show({ ...over, status: 'FINALIZED_RETURN_TO_BORROWER', payoff: 18_488_40 });
  expect(figures()).toHaveTextContent('Repaid on Feb 1, 2027');
});

test('a seized loan tells the debt that ended and when, whatever was claimed before', () => {
  const claim = { date: '2027-01-29', method: 'Wire', reference: 'R-1', at: over.finalizedAt };
  const status = 'FINALIZED_LENDER_SEIZURE';
  show({ ...over, status, payoff: null, discharged: 18_700_00, repaymentClaim: claim });
  expect(figures()).toHaveTextContent(
    /\$18,700\.00Debt that ended with the domain on Feb 1, 2027As agreed.*\$18,597\.00/,
  );
});

test('a loan that ended before any money came has an agreed cost and no due day', () => {
  show({ ...over, status: 'CANCELLED', payoff: null, receivedAt: null, dueAt: null });
  expect(figures()).toHaveTextContent('As agreed');
  expect(figures()).not.toHaveTextContent(/Repaid|Debt|Due/);
});

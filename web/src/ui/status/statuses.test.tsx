/** The label of every status, as fixed by the customer. */

import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { DomainStatus } from './domain-status.tsx';
import { LoanStatus } from './loan-status.tsx';
import { getLoanStatusStyle } from './loan-status-style.ts';
import { OfferStatus } from './offer-status.tsx';
import { TransactionStatus } from './transaction-status.tsx';

test.each([
  ['PENDING_SIGNATURE', 'Pending Signature', 'amber'],
  ['NEW', 'Waiting for Transfer', 'blue'],
  ['DOMAIN_IN_CUSTODY', 'Waiting for Payment', 'blue'],
  ['LOAN_POSTED', 'Marked Paid', 'plum'],
  ['ESCALATED', 'Disputed', 'red'],
  ['FINALIZED_LENDER_SEIZURE', 'Seized', 'red'],
  ['FINALIZED_RETURN_TO_BORROWER', 'Complete', 'green'],
  ['FINALIZED_PLATFORM_SEZIURE', 'Seized', 'red'],
  ['CANCELLED', 'Cancelled', 'gray'],
] as const)('a loan in %s is "%s", in %s', (status, label, tone) => {
  render(<LoanStatus status={status} />);
  expect(screen.getByText(label)).toHaveClass(`bg-${tone}-bg`, `text-${tone}`);
  expect(getLoanStatusStyle(status).label).toBe(label);
});

test('an unknown status is shown as Unknown, also if it is an Object property name', () => {
  render(<LoanStatus status={'REFINANCED' as never} />);
  render(<OfferStatus status={'toString' as never} />);
  render(<DomainStatus status={'' as never} />);
  for (const chip of screen.getAllByText('Unknown')) expect(chip).toHaveClass('text-gray');
  expect(screen.getAllByText('Unknown')).toHaveLength(3);
});

test.each([
  ['EXTERNAL_UNVERIFIED', 'Unverified'],
  ['EXTERNAL_VERIFIED', 'Verified'],
  ['CUSTODY_PAID', 'On Platform'],
  ['IN_ESCROW', 'In Escrow'],
] as const)('a domain in %s is "%s"', (status, label) => {
  render(<DomainStatus status={status} />);
  expect(screen.getByText(label)).toBeVisible();
});

test.each([
  ['PENDING', 'Pending'],
  ['ACCEPTED', 'Accepted'],
  ['RESCINDED', 'Rescinded'],
  ['DENIED', 'Denied'],
  ['EXPIRED', 'Expired'],
] as const)('an offer in %s is "%s"', (status, label) => {
  render(<OfferStatus status={status} />);
  expect(screen.getByText(label)).toBeVisible();
});

test('a transaction is Pending or Complete; any other status is an empty cell', () => {
  const { container, rerender } = render(<TransactionStatus status="PENDING" />);
  expect(container).toHaveTextContent(/^Pending$/);
  rerender(<TransactionStatus status="DONE" />);
  expect(container).toHaveTextContent(/^Complete$/);
  for (const status of ['FAILED', 'REFUNDED', 'ELSE'] as const) {
    rerender(<TransactionStatus status={status as never} />);
    expect(container).toBeEmptyDOMElement();
  }
});

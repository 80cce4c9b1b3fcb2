/** The line under a domain's name: value, listing or registration, and what its suffix allows. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { DeadlinesContext } from './deadlines.ts';
import type { DomainRowFragment } from './dialog/domain-row.generated.ts';
import { DomainDetail } from './domain-detail.tsx';
import { buildDomain } from './testing/some-domain.ts';

afterEach(() => {
  jest.useRealTimers();
});

const listing = { id: 'l1', desiredAmount: 420_050, desiredTerm: 365, actions: [] };
const valued = { appraisal: { mid: 780_000 } };

function detailOf(more: object, byExpiry = false, deadlines: object = {}): string {
  jest.useFakeTimers({ now: new Date('2026-11-22T09:00:00Z') });
  const domain = buildDomain(more) as unknown as DomainRowFragment;
  const detail = (
    <DeadlinesContext value={{ waitingLoans: null, waitingOffers: null, ...deadlines }}>
      <DomainDetail domain={domain} byExpiry={byExpiry} />
    </DeadlinesContext>
  );
  return render(detail).container.textContent ?? '';
}

test.each<[string, object, string]>([
  ['a listed domain', { ...valued, listing }, 'Est. $7,800 · Listed for $4,200.50, 365 days'],
  [
    'a registered domain',
    { ...valued, expiresAt: '2027-03-13T12:00:00Z' },
    'Est. $7,800 · Registered until Mar 13',
  ],
  [
    'a registration of more than a year',
    { expiresAt: '2029-03-13T12:00:00Z' },
    'Registered until Mar 13, 2029',
  ],
  ['an owner’s own figure', { ownerValue: 900_000 }, '$9,000 (owner’s figure)'],
  [
    'an unsupported suffix',
    { ...valued, tldSupported: false },
    'Est. $7,800 · .app isn’t supported for loans',
  ],
  ['an unknown value', {}, ''],
])('%s', (_, more, text) => {
  expect(detailOf(more)).toBe(text);
});

test('a transfer in waits for the registrar', () => {
  const more = { ...valued, pendingTransfer: true, expiresAt: '2027-03-13T12:00:00Z' };
  expect(detailOf(more)).toBe('Est. $7,800 · With the registrar');
});

test('on a phone a deadline keeps its consequence and the value, not the listing', () => {
  const given = waitingLoan('SIGN', 'Sign the agreement');
  detailOf({ ...valued, listing }, false, given);
  const hidden = [...document.querySelectorAll('.stacked\\:sr-only')];
  expect(hidden.map(({ textContent }) => textContent)).toEqual([
    ' · Listed for $4,200.50, 365 days',
  ]);
});

test('sorted by registration, a listed domain shows its end', () => {
  expect(detailOf({ listing, expiresAt: '2027-03-13T12:00:00Z' }, true)).toBe(
    'Registered until Mar 13',
  );
});

const waitingLoan = (action: string, label: string, more: object = {}) => ({
  waitingLoans: {
    total: 1,
    escrows: [
      {
        ...{ id: 'e1', domainId: 'd1', stage: null, fundingDueAt: null, receivedBy: 'BORROWER' },
        ...{ maySeize: false, inCustodyAt: '2026-11-10T12:00:00Z', nextDue: null, ...more },
        waitingFor: { action, label, until: '2026-12-10T12:00:00Z' },
      },
    ],
  },
});
const offers = (count: number) => ({
  waitingOffers: { domains: [{ domainId: 'd1', count, expiresAt: '2026-11-29T12:00:00Z' }] },
});

test.each<[string, object, string]>([
  [
    'a transfer',
    waitingLoan('TRANSFER_IN', 'Transfer the domain in'),
    'Transfer the domain in by Dec 10, or the loan is cancelled',
  ],
  [
    'a repayment in grace',
    waitingLoan('REPAY', 'Repay', { stage: 'IN_GRACE' }),
    'Repay by Dec 10, or the lender may take the domain',
  ],
  [
    'a confirmation, with value and registration',
    waitingLoan('CONFIRM_RECEIPT', 'Confirm the payment'),
    'Confirm the payment by Dec 10, or it counts as received · Est. $7,800',
  ],
  ['offers', offers(2), '2 offers, first expires Nov 29'],
  ['one offer', offers(1), '1 offer, expires Nov 29'],
  ['a loan on another domain', waitingLoan('SIGN', 'Sign the agreement', { domainId: 'd2' }), ''],
])('it says until when the owner has to act, and what follows otherwise: %s', (_, given, text) => {
  const more = text.includes('Est.') ? { ...valued, expiresAt: '2027-03-13T12:00:00Z' } : {};
  expect(detailOf(more, false, given)).toBe(text);
});

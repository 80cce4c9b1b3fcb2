/** The landing page: the customer's texts and links, and an exact calculator. */

import { expect, test } from '@jest/globals';
import { findSuffix } from '@nameloan/domains/suffix/suffixes';
import { loanCostsCases } from '@nameloan/loan-math/loan-costs.cases';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { formatMoney } from '../../format/money.ts';
import { formatPercent } from '../../format/percent.ts';
import { comTransferFeeCents } from './com-transfer-fee.ts';
import { LandingPage } from './landing-page.tsx';

const open = () =>
  render(
    <MemoryRouter>
      <LandingPage />
    </MemoryRouter>,
  );

const linksTo = (name: string) =>
  screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));

test('the hero has the headline, three promises and four links', () => {
  open();
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading).toHaveTextContent('Peer to Peer Lending for Domainers');
  for (const promise of [
    'Borrow without selling the domain',
    'Full DNS control while in escrow',
    'Earn yield by lending',
  ])
    expect(screen.getByText(promise)).toBeVisible();
  expect(linksTo('For Borrowers')).toEqual(['#borrow']);
  expect(linksTo('For Lenders')).toEqual(['#lend']);
  expect(new Set(linksTo('Get a Loan'))).toEqual(new Set(['/register']));
  expect(new Set(linksTo('Browse Listings'))).toEqual(new Set(['/domains']));
});

test('the anchors lead to six steps of borrowing and five of lending', () => {
  open();
  const steps = (id: string) =>
    within(document.getElementById(id) as HTMLElement).getAllByRole('listitem');
  expect(steps('borrow')).toHaveLength(6);
  expect(steps('lend')).toHaveLength(5);
});

test('footer items without a page are not links', () => {
  open();
  const footer = screen.getByRole('contentinfo');
  for (const item of ['FAQ', 'TOS', 'Law Enforcement', 'PGP', 'Manifesto', 'Source Code'])
    expect(within(footer).getByText(item)).toBeVisible();
  expect(within(footer).queryAllByRole('link')).toEqual([]);
});

test('the calculator shows the price list’s transfer fee for a .com', () => {
  expect(comTransferFeeCents).toBe(findSuffix('com')?.transferFeeCents);
  open();
  expect(screen.getByText(/For a \.com we don’t hold yet/)).toHaveTextContent('$12.00');
});

async function type(label: string, text: string): Promise<void> {
  const input = screen.getByLabelText(label);
  await userEvent.clear(input);
  await userEvent.type(input, text);
}

const costs = () => screen.getByRole('status', { name: 'Loan cost' });
const getCost = (label: string) => within(costs()).getByText(label).nextElementSibling?.textContent;

const comCases = loanCostsCases.filter(
  ({ terms }) => terms.transferFeeCents === comTransferFeeCents,
);

test.each(comCases)('$name are shown live', async ({ terms, costs: right }) => {
  open();
  await type('Loan amount', `${terms.amountCents / 100}`);
  await type('Term', `${terms.termDays}`);
  await type('Yearly rate', `${terms.rateBps / 100}`);
  expect(getCost('You receive')).toBe(formatMoney(right.receivesCents));
  expect(getCost('You repay')).toBe(formatMoney(right.repaysCents));
  expect(getCost('Cost')).toBe(formatMoney(right.interestCents + right.transferFeeCents));
  const apr = right.aprAllCostsPercent;
  expect(getCost('APR incl. fees')).toBe(
    apr === null ? 'The fee takes all of it' : formatPercent(apr),
  );
});

test('invalid terms have no results, and the input says why', async () => {
  open();
  await type('Term', '4000');
  expect(screen.getByText('1 to 3,650 whole days')).toBeVisible();
  expect(screen.getByLabelText('Term')).toBeInvalid();
  expect(getCost('You repay')).toBe('–');
  await type('Term', 'soon');
  expect(screen.getByText(/Invalid term/)).toBeVisible();
  await type('Term', '30 days');
  expect(screen.getByLabelText('Term')).toBeValid();
  expect(getCost('You repay')).toBe('$5,049.55');
});

/** The landing page: the customer's texts and links, an exact calculator, and the newest listings or why there are none. */

import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import suffixFile from '@nameloan/domains/suffix/suffixes.json' with { type: 'json' };
import { loanCostsCases } from '@nameloan/loan-math/loan-costs.cases';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { formatMoney } from '../../format/money.ts';
import { formatPercent } from '../../format/percent.ts';
import { comTransferFeeCents } from './calculator/com-transfer-fee.ts';
import { LandingPage } from './landing-page.tsx';

const { IntersectionObserver: originalObserver, fetch: originalFetch } = globalThis;

/** Every element is near the viewport. */
beforeAll(() => {
  globalThis.IntersectionObserver = class {
    readonly #report: IntersectionObserverCallback;
    constructor(report: IntersectionObserverCallback) {
      this.#report = report;
    }
    observe(): void {
      const seen = [{ isIntersecting: true }] as IntersectionObserverEntry[];
      this.#report(seen, this as unknown as IntersectionObserver);
    }
    disconnect(): void {}
  } as unknown as typeof IntersectionObserver;
});
afterAll(() => {
  globalThis.IntersectionObserver = originalObserver;
});
afterEach(() => {
  globalThis.fetch = originalFetch;
});

/** Serves the newest listings. */
function serveListings(answer: () => Promise<Response>): string[] {
  const asked: string[] = [];
  globalThis.fetch = jest.fn(async (url: unknown) => {
    asked.push(String(url));
    return answer();
  }) as typeof fetch;
  return asked;
}

const listing = {
  id: 'l-1',
  domain_unicode: 'cedar.me',
  desired_loan_amount: 4200.5,
  desired_term: 365,
  desired_apy: 12.5,
  estimated_value: 7800,
};

/** Resolves once everything is there. */
async function open(listings: readonly object[] = []): Promise<void> {
  if (globalThis.fetch === originalFetch) serveListings(async () => Response.json({ listings }));
  render(
    <MemoryRouter>
      <LandingPage />
    </MemoryRouter>,
  );
  await screen.findByLabelText('Loan amount');
  await screen.findByText(/^(\$4,200.50|No open listings|The newest listings can’t)/);
}

const linksTo = (name: string) =>
  screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));

test('the hero has the headline, three promises and four links', async () => {
  await open();
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

test('the anchors lead to six steps of borrowing and five of lending', async () => {
  await open();
  const steps = (id: string) =>
    within(document.getElementById(id) as HTMLElement).getAllByRole('listitem');
  expect(steps('borrow')).toHaveLength(6);
  expect(steps('lend')).toHaveLength(5);
});

test('footer items without a page are not links', async () => {
  await open();
  const footer = screen.getByRole('contentinfo');
  for (const item of ['FAQ', 'TOS', 'Law Enforcement', 'PGP', 'Manifesto', 'Source Code'])
    expect(within(footer).getByText(item)).toBeVisible();
  const links = within(footer).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Domains', '/domains'],
    ['Specimen agreement', '/api/contracts/specimen/0'],
    ['Check a contract', '/verify-contract'],
    ['API and developers', '/developers'],
    ['Legal request', '/legal-request'],
  ]);
  for (const item of ['Contact Us', 'FAQ', 'TOS', 'Registrar'])
    expect(within(footer).getByText(item).closest('a, button')).toBeNull();
});

test('the page says who bears the risk, and where to read and check the agreement', async () => {
  await open();
  const section = screen.getByRole('region', { name: 'Who holds what during a loan' });
  const risk = within(section).getByText('The risk').nextElementSibling;
  expect(risk).toHaveTextContent(/in escrow before they pay, and theirs on default/);
  expect(risk).toHaveTextContent(/non-recourse, so the borrower owes nothing more/);
  expect(within(section).getAllByRole('link')).toHaveLength(3);
});

test('the newest listings are shown with value, terms and a link', async () => {
  const asked = serveListings(async () => Response.json({ listings: [listing] }));
  await open();
  const list = await screen.findByRole('list', { name: 'Newest listings' });
  expect(asked).toEqual(['/api/listings?limit=3']);
  expect(within(list).getByRole('link')).toHaveAttribute('href', '/listings/l-1');
  expect(list).toHaveTextContent('cedar.meEst. $7,800 · LTV 54%$4,200.50365 days · 12.5% APR');
});

test('a listing without an estimate has no LTV', async () => {
  await open([{ ...listing, estimated_value: null }]);
  const list = await screen.findByRole('list', { name: 'Newest listings' });
  expect(list).toHaveTextContent('Est. ??.??$4,200.50');
});

test('without listings the page says so and leads on', async () => {
  await open();
  await screen.findByText('No open listings right now.');
  expect(linksTo('List your domain')).toEqual(['/register']);
});

test.each([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an error', async () => Response.json({ message: 'down' }, { status: 503 })],
  ['another answer', async () => new Response('<html>')],
])('with %s the page stays whole and offers the list', async (_name, answer) => {
  serveListings(answer);
  await open();
  await screen.findByText('The newest listings can’t be shown right now.');
  expect(linksTo('Open the list')).toEqual(['/domains']);
});

test('the calculator shows the price list’s transfer fee for a .com', async () => {
  const row = suffixFile.suffixes.find(({ suffix }) => suffix === 'com');
  expect(comTransferFeeCents).toBe(row?.transferFeeCents);
  await open();
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
  ({ terms }) => terms.accrual === 'SIMPLE_365' && terms.transferFeeCents === comTransferFeeCents,
);

test.each(comCases)('$name are shown live', async ({ terms, costs: right }) => {
  await open();
  await type('Loan amount', `${terms.amountCents / 100}`);
  await type('Term', `${terms.termDays}`);
  await type('Rate', `${terms.rateBps / 100}`);
  expect(getCost('Principal')).toBe(formatMoney(right.receivesCents));
  expect(getCost('Interest')).toBe(formatMoney(right.interestCents));
  expect(getCost('Transfer fee')).toBe(formatMoney(right.transferFeeCents));
  expect(getCost('You repay')).toBe(formatMoney(right.repaysCents));
  expect(getCost('Cost')).toBe(formatMoney(right.interestCents + right.transferFeeCents));
  const apr = right.aprAllCostsPercent;
  expect(getCost('APR incl. fees')).toBe(
    apr === null ? 'The fee takes all of it' : formatPercent(apr),
  );
});

test('invalid terms have no results, and the input says why', async () => {
  await open();
  await type('Term', '4000');
  expect(screen.getByText('1 to 3,650 whole days')).toBeVisible();
  expect(screen.getByLabelText('Term')).toBeInvalid();
  expect(getCost('You repay')).toBe('–');
  await type('Term', 'soon');
  expect(screen.getByText(/Invalid term/)).toBeVisible();
  await type('Term', '30 days');
  expect(screen.getByLabelText('Term')).toBeValid();
  expect(getCost('You repay')).toBe('$5,049.32');
});

test('a common term is set with one click and marked', async () => {
  await open();
  const preset = (name: string) => screen.getByRole('button', { name });
  expect(preset('90 days')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(preset('180 days'));
  expect(screen.getByLabelText('Term')).toHaveValue('180');
  expect(preset('180 days')).toHaveAttribute('aria-pressed', 'true');
  expect(preset('90 days')).toHaveAttribute('aria-pressed', 'false');
  expect(getCost('You repay')).toBe('$5,295.89');
});

test('the calculator has every plan, with its payments and no term', async () => {
  await open();
  expect(screen.getByLabelText('Repayment')).toHaveDisplayValue('Repay at once');
  await userEvent.selectOptions(screen.getByLabelText('Repayment'), 'BALLOON');
  expect(await within(costs()).findByText(/12 payments, the last \$4,\d/)).toBeVisible();
  expect(getCost('You receive')).toBe('$5,000.00');
  expect(within(costs()).getByRole('table', { name: 'Payments of the plan' })).toBeVisible();
  expect(screen.queryByLabelText('Term')).toBeNull();
  expect(screen.queryByRole('button', { name: '90 days' })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Repayment'), 'BULLET');
  expect(screen.getByLabelText('Term')).toHaveValue('90');
});

test('a listing with instalments says how many there are', async () => {
  serveListings(async () => Response.json({ listings: [{ ...listing, instalments: 12 }] }));
  await open();
  expect(await screen.findByText(/in 12 payments ·/)).toBeVisible();
});

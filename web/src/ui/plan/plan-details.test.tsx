/** The table of a plan: its rows, totals and both yearly rates are those of the loan math, folded when there are many. */

import { expect, test } from '@jest/globals';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { PlanDetails } from './plan-details.tsx';
import { PlanTable } from './plan-table.tsx';

const plan = { ...bulletPlan, kind: 'INSTALMENTS' as const, instalments: 12 };
const loan = { amountCents: 1_000_000, rateBps: 1_200, termDays: 1, plan };

test('twelve months of 10,000 at 12 % are the rows of the contract, four at first', async () => {
  render(
    <PlanDetails loan={loan} transferFeeCents={0} start={new Date('2027-01-31')} side="borrower" />,
  );
  const table = screen.getByRole('table', { name: 'Payments of the plan' });
  const rows = () => within(table).getAllByRole('row').slice(1);
  expect(rows()).toHaveLength(4);
  expect(rows()[0]).toHaveTextContent(/^1 · Feb 28, 2027\$888\.08\$92\.05\$796\.03\$9,203\.97$/);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 12 payments' }));
  expect(rows()).toHaveLength(12);
  expect(rows().at(-1)).toHaveTextContent('Jan 31, 2028');
  expect(rows().at(-1)).toHaveTextContent(/\$0\.00$/);
  expect(screen.getByText('$888.08 monthly, 12 payments')).toBeVisible();
  const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
  expect(figure('You receive')).toBe('$10,000.00');
  expect(figure('You repay')).toMatch(/^\$10,65\d\.\d\d$/);
  expect(figure('APR incl. fees (US)')).toMatch(/^1[12]\.\d+%$/);
  expect(figure('Effective rate incl. fees (EU)')).toMatch(/^12\.\d+%$/);
});

test('a folded table starts at the given row, and a short one is never folded', () => {
  const row = (n: number) => ({
    ...{ n, due: '2027-02-28', payment: 1, interest: 0, principal: 1, balance: 0 },
  });
  const rows = Array.from({ length: 12 }, (_, index) => row(index + 1));
  const { rerender } = render(<PlanTable caption="Plan" rows={rows} from={6} />);
  const first = () => screen.getAllByRole('row')[1];
  expect(first()).toHaveTextContent('7 · ');
  rerender(<PlanTable caption="Plan" rows={rows} from={11} />);
  expect(first()).toHaveTextContent('9 · ');
  rerender(<PlanTable caption="Plan" rows={rows.slice(0, 5)} from={3} />);
  expect(screen.getAllByRole('row')).toHaveLength(6);
  expect(screen.queryByRole('button')).toBeNull();
});

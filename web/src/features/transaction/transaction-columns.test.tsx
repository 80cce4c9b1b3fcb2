/** The table of transactions says whether a pending one needs its reader. */

import { expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderScreen } from '../../testing/render-screen.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { transactionColumns } from './transaction-columns.tsx';
import type { TransactionRowFragment } from './transaction-row.generated.ts';

const deposit: TransactionRowFragment = {
  ...{ id: 't1', type: 'DEPOSIT', typeLabel: 'Deposit', amount: 5_000, status: 'PENDING' },
  ...{ method: 'CARD', methodLabel: 'Card', domainName: null, reason: null },
  createdAt: '2026-11-10T00:00:00.000Z',
  expiresAt: '2026-11-18T12:00:00.000Z',
  paymentUri: 'https://checkout.example/1',
};

function readTable(more: Partial<TransactionRowFragment>): string {
  const rows = [{ ...deposit, ...more }];
  const table = (
    <DataTable
      caption="Rows"
      columns={transactionColumns}
      rows={rows}
      getKey={({ id }) => id}
      empty={null}
    />
  );
  renderScreen({ at: '/rows', screens: { '/rows': table }, answers: {} });
  return screen.getByRole('table', { name: 'Rows' }).textContent ?? '';
}

test('a pending deposit says how long it takes, and until when an unpaid one is open', () => {
  const card = readTable({});
  expect(card).toContain('credited once confirmed, usually within minutes. If you haven’t, it');
  expect(card).toMatch(/it fails on Nov 18, \d/);
  cleanup();
  expect(readTable({ method: 'CRYPTOCURRENCY' })).toContain('usually within an hour');
  cleanup();
  expect(readTable({ expiresAt: null })).not.toContain('fails');
});

test('an unpaid deposit links to the page where it is paid, until it ends', () => {
  readTable({});
  const link = screen.getByRole('link', { name: /^Pay now/ });
  expect(link).toHaveAttribute('href', 'https://checkout.example/1');
  cleanup();
  readTable({ status: 'FAILED', expiresAt: null, paymentUri: null });
  expect(screen.queryByRole('link')).toBeNull();
});

test.each([
  ['a pending deposit', {}, true],
  ['a pending fee', { type: 'TRANSFER_FEE' }, false],
  ['a complete deposit', { status: 'DONE' }, false],
] as const)('%s says that a payer has nothing to do: %#', (_, more, says) => {
  expect(readTable(more).includes('nothing to do')).toBe(says);
});

test.each([
  ['TRANSFER_FEE', 'Charged if the domain arrives, released if it doesn’t.'],
  ['RENEWAL_FEE', 'Charged if the domain is renewed, released if it isn’t.'],
] as const)('a pending %s says what it is held for, and a charged one does not', (type, text) => {
  const fee = { type, amount: -1_200, method: 'BALANCE', expiresAt: null } as const;
  expect(readTable(fee)).toContain(`Held from your balance, nothing to pay. ${text}`);
  cleanup();
  expect(readTable({ ...fee, status: 'DONE' })).not.toContain('Held');
});

/** The table of transactions says whether a pending one needs its reader. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '../../testing/render-screen.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { transactionColumns } from './transaction-columns.tsx';
import type { TransactionRowFragment } from './transaction-row.generated.ts';

const deposit: TransactionRowFragment = {
  ...{ id: 't1', type: 'DEPOSIT', typeLabel: 'Deposit', amount: 5_000, status: 'PENDING' },
  ...{ method: 'CARD', methodLabel: 'Card', domainName: null, reason: null },
  createdAt: '2026-11-10T00:00:00.000Z',
};

test.each([
  ['a pending deposit', {}, true],
  ['a pending fee', { type: 'TRANSFER_FEE' }, false],
  ['a complete deposit', { status: 'DONE' }, false],
] as const)('%s says that a payer has nothing to do: %#', (_, more, says) => {
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
  const text = screen.getByRole('table', { name: 'Rows' }).textContent ?? '';
  expect(text.includes('nothing to do')).toBe(says);
});

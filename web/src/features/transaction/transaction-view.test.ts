/** Filter and order in the address of Transactions. */

import { expect, test } from '@jest/globals';
import { isFiltered, readView, viewSearch } from './transaction-view.ts';

const query = (text: string) => new URLSearchParams(text);

test('the default is all transactions, newest first', () => {
  const view = readView(query(''));
  expect(view).toEqual({ filter: { type: null, method: null, status: null }, sort: 'NEWEST' });
  expect(isFiltered(view)).toBe(false);
});

test('filter and order are read from the address; unknown values are ignored', () => {
  const view = readView(query('type=DEPOSIT&method=CARD&status=toString&sort=oldest'));
  expect(view).toEqual({
    filter: { type: 'DEPOSIT', method: 'CARD', status: null },
    sort: 'OLDEST',
  });
  expect(isFiltered(view)).toBe(true);
});

test('pagination keeps the filter and drops payment parameters', () => {
  expect(viewSearch(query('deposit=t1&status=PENDING&sort=oldest&foreign=1'))).toBe(
    '?status=PENDING&sort=oldest',
  );
  expect(viewSearch(query('deposit=t1'))).toBe('');
});

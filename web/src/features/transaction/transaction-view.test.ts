/** Filter and order in the address of Transactions. */

import { expect, test } from '@jest/globals';
import { buildSearch } from '../../ui/filter/use-filter-query.ts';
import { isFiltered, readView, viewNames } from './transaction-view.ts';

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
  expect(buildSearch(query('deposit=t1&status=PENDING&sort=oldest&foreign=1'), viewNames)).toBe(
    '?status=PENDING&sort=oldest',
  );
  expect(buildSearch(query('deposit=t1'), viewNames)).toBe('');
});

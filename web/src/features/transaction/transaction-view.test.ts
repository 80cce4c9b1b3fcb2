/** What the address of Transactions says of filter and order. */

import { expect, test } from '@jest/globals';
import { isFiltered, readView, viewSearch } from './transaction-view.ts';

const query = (text: string) => new URLSearchParams(text);

test('without words in the address everything is shown, the newest first', () => {
  const view = readView(query(''));
  expect(view).toEqual({ filter: { type: null, method: null, status: null }, sort: 'NEWEST' });
  expect(isFiltered(view)).toBe(false);
});

test('filter and order stand in the address; what is not known says nothing', () => {
  const view = readView(query('type=DEPOSIT&method=CARD&status=toString&sort=oldest'));
  expect(view).toEqual({
    filter: { type: 'DEPOSIT', method: 'CARD', status: null },
    sort: 'OLDEST',
  });
  expect(isFiltered(view)).toBe(true);
});

test('pages keep the filter, and leave behind what a payment came back with', () => {
  expect(viewSearch(query('deposit=t1&status=PENDING&sort=oldest&foreign=1'))).toBe(
    '?status=PENDING&sort=oldest',
  );
  expect(viewSearch(query('deposit=t1'))).toBe('');
});

/** Filter and order in the address of My Domains. */

import { expect, test } from '@jest/globals';
import { orders, readView } from './list-view.ts';

const view = (query: string) => readView(new URLSearchParams(query));

test('the default is all domains, newest first', () => {
  expect(view('')).toEqual({
    status: null,
    query: null,
    label: null,
    sort: 'ADDED',
    direction: 'DESC',
  });
});

test('filter and order are read from the address; unknown values are ignored', () => {
  expect(view('status=IN_ESCROW&search=%20harbor&sort=expiry&label=To%20sell')).toEqual({
    status: 'IN_ESCROW',
    query: 'harbor',
    label: 'To sell',
    sort: 'EXPIRY',
    direction: 'ASC',
  });
  expect(view('status=toString&search=+&sort=constructor')).toEqual(view(''));
});

test('every order has a sort field', () => {
  for (const name of Object.keys(orders)) expect(view(`sort=${name}`).sort).toBeTruthy();
});

/** What the address of My Domains says of page, filter and order. */

import { expect, test } from '@jest/globals';
import { orders, readView } from './list-view.ts';

const view = (query: string) => readView(new URLSearchParams(query));

test('without words in the address all domains are shown, the newest first', () => {
  expect(view('')).toEqual({ status: null, sort: 'ADDED', direction: 'DESC' });
});

test('filter and order stand in the address; what is not known says nothing', () => {
  expect(view('status=IN_ESCROW&sort=expiry')).toEqual({
    status: 'IN_ESCROW',
    sort: 'EXPIRY',
    direction: 'ASC',
  });
  expect(view('status=toString&sort=constructor')).toEqual(view(''));
});

test('every order goes some way', () => {
  for (const name of Object.keys(orders)) expect(view(`sort=${name}`).sort).toBeTruthy();
});

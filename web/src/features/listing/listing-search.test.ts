/** What an address says of the listings that are wanted, and what it cannot say. */

import { expect, test } from '@jest/globals';
import { keepWanted, readWanted } from './listing-search.ts';

const wanted = (search: string) => readWanted(new URLSearchParams(search));

test('an empty address wants all listings, the newest first', () => {
  expect(wanted('')).toEqual({ filter: null, sort: 'NEWEST', direction: 'DESC' });
});

test('amounts are read into cents, rates into basis points, days and letters as they are', () => {
  const search =
    'text=harbor&suffix=com&min_amount=1%2C000&max_amount=5000.50&min_term=30&max_term=90&min_apy=9.5&max_apy=20&min_length=3&max_length=10&sort=apy&direction=asc';
  expect(wanted(search)).toEqual({
    filter: {
      text: 'harbor',
      suffix: 'com',
      minAmount: 100_000,
      maxAmount: 500_050,
      minTerm: 30,
      maxTerm: 90,
      minApy: 950,
      maxApy: 2_000,
      minLength: 3,
      maxLength: 10,
    },
    sort: 'APY',
    direction: 'ASC',
  });
});

test('what nobody can read is left out, and is never sent to the server', () => {
  expect(
    wanted(
      'min_amount=lots&max_term=1e9&min_length=-1&max_term=99999999999&sort=constructor&direction=up&text=%20',
    ),
  ).toEqual({ filter: null, sort: 'NEWEST', direction: 'DESC' });
});

test('the address of another page keeps filter and order, and nothing else', () => {
  const parameters = new URLSearchParams('offer=7&suffix=ai&sort=term&min_term=&utm=x');
  expect(keepWanted(parameters)).toBe('?suffix=ai&sort=term');
  expect(keepWanted(new URLSearchParams('offer=7'))).toBe('');
});

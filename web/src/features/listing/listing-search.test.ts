/** Reading the search for listings from the URL. */

import { expect, test } from '@jest/globals';
import { formatFilter, formatListingSearch, parseListingSearch } from './listing-search.ts';

const parse = (search: string) => parseListingSearch(new URLSearchParams(search));

test('an empty search means all listings, newest first', () => {
  expect(parse('')).toEqual({ filter: null, sort: 'NEWEST', direction: 'DESC' });
});

test('amounts become cents, rates basis points; days and lengths stay as they are', () => {
  const search =
    'text=harbor&suffix=com&min_amount=1%2C000&max_amount=5000.50&min_term=30&max_term=90&min_apy=9.5&max_apy=20&min_value=5000&max_value=9000&min_ltv=10&max_ltv=120.5&min_length=3&max_length=10&sort=apy&direction=asc';
  expect(parse(search)).toEqual({
    filter: {
      text: 'harbor',
      suffix: 'com',
      minAmount: 100_000,
      maxAmount: 500_050,
      minTerm: 30,
      maxTerm: 90,
      minRate: 950,
      maxRate: 2_000,
      minValue: 500_000,
      maxValue: 900_000,
      minLtv: 1_000,
      maxLtv: 12_050,
      minLength: 3,
      maxLength: 10,
    },
    sort: 'APY',
    direction: 'ASC',
  });
});

test('filters on the registration keep text and days; DNSSEC becomes the value of the API', () => {
  const search = 'registrar=key-systems&min_age_days=365&expires_after=2030-05-06&dnssec=signed';
  expect(parse(search).filter).toEqual({
    registrar: 'key-systems',
    minAgeDays: 365,
    expiresAfter: '2030-05-06',
    dnssec: 'SIGNED',
  });
  expect(parse('min_age_days=36501&expires_after=2030-02-30&dnssec=maybe').filter).toBeNull();
  expect(formatFilter('dnssec', 'signed')).toBe('signed');
  expect(formatFilter('min_age_days', '1,095 days')).toBe('1095');
});

test('a plan becomes the value of the API', () => {
  expect(parse('plan=equal_principal').filter).toEqual({ plan: 'EQUAL_PRINCIPAL' });
  expect(parse('plan=weekly').filter).toBeNull();
});

test('invalid values are ignored and never sent to the server', () => {
  expect(
    parse(
      'min_amount=lots&max_term=1e9&min_length=-1&max_term=99999999999&sort=constructor&direction=up&text=%20',
    ),
  ).toEqual({ filter: null, sort: 'NEWEST', direction: 'DESC' });
});

test('the URL carries a number that means the same in every locale', () => {
  expect(formatFilter('min_amount', ' $15.000,50 ')).toBe('15000.5');
  expect(formatFilter('max_amount', '1 000')).toBe('1000');
  expect(formatFilter('min_apy', '9,25 %')).toBe('9.25');
  expect(formatFilter('max_term', '1,095 days')).toBe('1095');
  expect(formatFilter('min_length', ' 03 ')).toBe('3');
  expect(formatFilter('text', ' harbor ')).toBe('harbor');
  expect(formatFilter('min_term', ' ')).toBe('');
});

test('links to other pages keep filter and order, and nothing else', () => {
  const parameters = new URLSearchParams('offer=7&suffix=ai&sort=term&min_term=&utm=x');
  expect(formatListingSearch(parameters)).toBe('?suffix=ai&sort=term');
  expect(formatListingSearch(new URLSearchParams('offer=7'))).toBe('');
});

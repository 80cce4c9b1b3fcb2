/** The address of a page with two lists. */

import { expect, test } from '@jest/globals';
import type { TwoLists } from './paired-lists.ts';
import { hrefOfChoice, hrefOfPage, openIn, readTwoLists } from './paired-lists.ts';
import { pastTheEnd } from './redirect-past-last-page.ts';

const read = (params: Record<string, string>, query = '') =>
  readTwoLists('/app/lend', params, new URLSearchParams(query));
const at = (params: Record<string, string>, query = '') => read(params, query) as TwoLists;

test('each list has its page in the path, and turning one leaves the other', () => {
  const lists = at({ domainsPage: '3', offersPage: '2' }, 'loans=open');
  expect(hrefOfPage(lists, 'loans', 4)).toBe('/app/lend/4/2?loans=open');
  expect(hrefOfPage(lists, 'offers', 1)).toBe('/app/lend/3?loans=open');
  expect(hrefOfPage(at({}), 'offers', 2)).toBe('/app/lend/1/2');
  expect(hrefOfPage(at({ domainsPage: '2' }), 'loans', 1)).toBe('/app/lend');
});

test('another choice begins at the first page of its list', () => {
  const lists = at({ domainsPage: '3', offersPage: '2' }, 'offers=closed');
  expect(hrefOfChoice(lists, 'loans', 'open')).toBe('/app/lend/1/2?offers=closed&loans=open');
  expect(hrefOfChoice(lists, 'offers', '')).toBe('/app/lend/3');
  expect(openIn(lists, 'offers')).toBe(false);
  expect(openIn(lists, 'loans')).toBeNull();
  expect(openIn(at({}, 'loans=nonsense'), 'loans')).toBeNull();
});

test.each(['0', '-1', '1.5', 'two', '1e3', '9999999999'])('%s is no page', (text) => {
  expect(read({ domainsPage: text })).toBeUndefined();
  expect(read({ domainsPage: '1', offersPage: text })).toBeUndefined();
});

test('who stands past the end of a list that became shorter is led to its end', () => {
  const lists = at({ domainsPage: '3', offersPage: '2' });
  expect(pastTheEnd(lists, { loanPages: 2, offerPages: 2 })).toBe('/app/lend/2/2');
  expect(pastTheEnd(lists, { loanPages: 3, offerPages: 1 })).toBe('/app/lend/3');
  expect(pastTheEnd(lists, { loanPages: 3, offerPages: 2 })).toBeNull();
  expect(pastTheEnd(lists, { loanPages: undefined, offerPages: undefined })).toBeNull();
});

/** The URL of a page with two lists. */

import { expect, test } from '@jest/globals';
import type { PairedLists } from './paired-lists.ts';
import { getFilterHref, getOpenFilter, getPageHref, readPairedLists } from './paired-lists.ts';
import { getLastPageRedirect } from './redirect-past-last-page.ts';

const read = (params: Record<string, string>, query = '') =>
  readPairedLists('/app/lend', params, new URLSearchParams(query));
const at = (params: Record<string, string>, query = '') => read(params, query) as PairedLists;

test('each list has its page in the path, and paging one keeps the other', () => {
  const lists = at({ domainsPage: '3', offersPage: '2' }, 'loans=open');
  expect(getPageHref(lists, 'loans', 4)).toBe('/app/lend/4/2?loans=open');
  expect(getPageHref(lists, 'offers', 1)).toBe('/app/lend/3?loans=open');
  expect(getPageHref(at({}), 'offers', 2)).toBe('/app/lend/1/2');
  expect(getPageHref(at({ domainsPage: '2' }), 'loans', 1)).toBe('/app/lend');
});

test('another filter starts at the first page of its list', () => {
  const lists = at({ domainsPage: '3', offersPage: '2' }, 'offers=closed');
  expect(getFilterHref(lists, 'loans', 'open')).toBe('/app/lend/1/2?offers=closed&loans=open');
  expect(getFilterHref(lists, 'offers', '')).toBe('/app/lend/3');
  expect(getOpenFilter(lists, 'offers')).toBe(false);
  expect(getOpenFilter(lists, 'loans')).toBeNull();
  expect(getOpenFilter(at({}, 'loans=nonsense'), 'loans')).toBeNull();
});

test.each(['0', '-1', '1.5', 'two', '1e3', '9999999999'])('%s is not a page number', (text) => {
  expect(read({ domainsPage: text })).toBeUndefined();
  expect(read({ domainsPage: '1', offersPage: text })).toBeUndefined();
});

test('a page past the end of a shortened list redirects to its last page', () => {
  const lists = at({ domainsPage: '3', offersPage: '2' });
  expect(getLastPageRedirect(lists, { loanPages: 2, offerPages: 2 })).toBe('/app/lend/2/2');
  expect(getLastPageRedirect(lists, { loanPages: 3, offerPages: 1 })).toBe('/app/lend/3');
  expect(getLastPageRedirect(lists, { loanPages: 3, offerPages: 2 })).toBeNull();
  expect(getLastPageRedirect(lists, { loanPages: undefined, offerPages: undefined })).toBeNull();
});

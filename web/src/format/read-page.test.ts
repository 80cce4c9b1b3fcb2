/** Page numbers in addresses. */

import { expect, test } from '@jest/globals';
import { readPage } from './read-page.ts';

test('a page is a number from 1 on; the default is 1', () => {
  expect([undefined, '1', '20'].map(readPage)).toEqual([1, 1, 20]);
});

test('anything else is not a page', () => {
  for (const text of ['', '0', '-1', '1.5', '01', 'list', '1e3', ' 1', '9999999999'])
    expect(readPage(text)).toBeUndefined();
});

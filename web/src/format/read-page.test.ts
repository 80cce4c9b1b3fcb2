/** What is a page in an address, and what is none. */

import { expect, test } from '@jest/globals';
import { readPage } from './read-page.ts';

test('a page is a number from 1, and the first where none is named', () => {
  expect([undefined, '1', '20'].map(readPage)).toEqual([1, 1, 20]);
});

test('what is no such number is no page', () => {
  for (const text of ['', '0', '-1', '1.5', '01', 'list', '1e3', ' 1', '9999999999'])
    expect(readPage(text)).toBeUndefined();
});

/** Guards how DS records are read from text. */

import { expect, test } from '@jest/globals';
import { formatDs, parseDs } from './ds-lines.ts';

const digest = 'AB'.repeat(32);
const record = { keyTag: 2371, algorithm: 13, digestType: 2, digest };

test('records are read from plain lines and from lines of a zone file, and written back', () => {
  expect(parseDs(`2371 13 2 ${digest.toLowerCase()}\n\n`)).toEqual([record]);
  expect(
    parseDs(`example.com. 3600 IN DS 2371 13 2 ${digest.slice(0, 20)} ${digest.slice(20)}`),
  ).toEqual([record]);
  expect(parseDs(formatDs([record, record]))).toEqual([record, record]);
  expect(parseDs('')).toEqual([]);
});

test('anything else is not a record', () => {
  for (const line of ['2371 13 2', '2371 13 ABCD', 'ns1.example.com', `${digest}`, '-1 13 2 AB'])
    expect(parseDs(line)).toBeUndefined();
});

/** Overdue times name how long, never "now". */

import { expect, test } from '@jest/globals';
import { formatOverdue } from './overdue.ts';

test.each([
  ['2026-04-30T12:00:00.000Z', '46 days overdue'],
  ['2026-06-14T11:00:00.000Z', '25 hours overdue'],
  ['2026-06-15T11:00:00.000Z', '1 hour overdue'],
  ['2026-06-15T11:59:00.000Z', 'overdue'],
])('%s is %s', (at, text) => {
  expect(formatOverdue(at, new Date('2026-06-15T12:00:00.000Z'))).toBe(text);
});

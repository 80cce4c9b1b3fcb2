/** What a borrower reads before confirming the receipt. */

import { afterEach, expect, test } from '@jest/globals';
import { formatDay } from '../../../../format/day.ts';
import { syncBusinessTime } from '../../../../graph/business-time.ts';
import { buildLoan } from '../../testing/build-loan.ts';
import { listReceiptFacts } from './receipt-facts.ts';

afterEach(() => syncBusinessTime(new Date().toISOString()));

test('the due day is the reader’s day at the end of a term that starts now, in business time', () => {
  const noon = new Date();
  noon.setHours(12, 0, 0, 0);
  const ahead = noon.getTime() + 40 * 86_400_000;
  syncBusinessTime(new Date(ahead).toISOString());
  const due = listReceiptFacts(buildLoan({ term: 90 })).find(({ label }) => label === 'Due');
  expect(due?.value).toBe(formatDay(new Date(ahead + 90 * 86_400_000).toISOString()));
});

/** What the borrower confirms with the receipt of the loan. */

import { formatDueDay } from '../../../../format/due-day.ts';
import { formatMoney } from '../../../../format/money.ts';
import { businessNow } from '../../../../graph/business-time.ts';
import type { Fact } from '../../../../ui/display/facts.tsx';
import type { Loan } from '../../loan-parties.ts';
import { getFirstName } from '../../loan-parties.ts';

export function listReceiptFacts({ amount, term, lenderName, disclosure }: Loan): Fact[] {
  return [
    { label: 'You received', value: formatMoney(amount) },
    { label: 'From', value: getFirstName(lenderName) },
    { label: 'You repay', value: formatMoney(disclosure.repays) },
    { label: 'Due', value: formatDueDay(term, businessNow()) },
  ];
}

export const receiptEffect = 'Interest and the term start now. You can’t undo this.';

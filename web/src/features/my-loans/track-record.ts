/** Formats the record of a lender: "5 loans finished with 3 borrowers, 4 on time, 1 borrower default, $9,000.00 repaid". */

import { formatMoney } from '../../format/money.ts';

export interface TrackRecord {
  finished: number;
  onTime: number;
  defaulted: number;
  disputed: number;
  unfunded: number;
  counterparties: number;
  /** US cents. */
  repaidTotal: number;
}

export function describeTrackRecord(record: TrackRecord): string {
  const { finished, onTime, defaulted, disputed, unfunded, counterparties, repaidTotal } = record;
  const never = unfunded > 0 && `${unfunded} never funded`;
  if (finished === 0) return ['No finished loans yet', never].filter(Boolean).join(', ');
  const counts = [
    `${countOf(finished, 'loan')} finished with ${countOf(counterparties, 'borrower')}`,
    `${onTime} on time`,
    defaulted > 0 && countOf(defaulted, 'borrower default'),
    disputed > 0 && `${disputed} disputed`,
    never,
    repaidTotal > 0 && `${formatMoney(repaidTotal)} repaid`,
  ];
  return counts.filter(Boolean).join(', ');
}

/** For a table: "5 finished, 4 on time, 1 borrower default". */
export function summarizeTrackRecord({ finished, onTime, defaulted }: TrackRecord): string {
  if (finished === 0) return 'No finished loans yet';
  const counts = [`${finished} finished`, `${onTime} on time`];
  return [...counts, ...(defaulted > 0 ? [countOf(defaulted, 'borrower default')] : [])].join(', ');
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

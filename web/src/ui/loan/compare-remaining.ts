/** What is left to pay before and after an amendment, as rows of a list. */

import { formatDay } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import type { Fact } from '../display/facts.tsx';

export interface RemainingPayments {
  count: number;
  /** YYYY-MM-DD. */
  lastOn: string;
  /** US cents. */
  total: number;
}

export interface ComparedPayments {
  present: RemainingPayments;
  changed: RemainingPayments;
}

const compare = (present: string, changed: string): string =>
  present === changed ? present : `${present} → ${changed}`;

const describe = ({ count, lastOn }: RemainingPayments): string =>
  `${count} until ${formatDay(lastOn)}`;

/** The sum first; the number and the last day only where one of them has several payments. */
export function compareRemaining({ present, changed }: ComparedPayments, sumLabel: string): Fact[] {
  const sum = {
    label: sumLabel,
    value: compare(formatMoney(present.total), formatMoney(changed.total)),
  };
  if (present.count === 1 && changed.count === 1) return [sum];
  return [sum, { label: 'Payments left', value: compare(describe(present), describe(changed)) }];
}

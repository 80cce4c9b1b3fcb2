/** A dollar amount with tabular figures. An estimate is in whole dollars, or `??.??` if unknown. */

import clsx from 'clsx';
import { formatEstimate, formatMoney } from '../../format/money.ts';

export type MoneyProps = { className?: string } & (
  | { cents: number; estimate?: false }
  | { cents: number | null | undefined; estimate: true }
);

export function Money(props: MoneyProps) {
  const text = props.estimate ? formatEstimate(props.cents) : formatMoney(props.cents);
  return <span className={clsx('num whitespace-nowrap', props.className)}>{text}</span>;
}

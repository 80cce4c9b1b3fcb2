/** The site balance in the shell, live. Nothing while it is unknown, so that nothing next to it moves. */

import { Link } from 'react-router-dom';
import { formatMoney } from '../format/money.ts';
import { useTint } from '../ui/display/use-tint.ts';

export interface BalanceLinkProps {
  cents: number;
  /** Shows "Balance" before the amount; otherwise it is for screen readers only. */
  labelled?: boolean;
  className?: string;
}

export function BalanceLink({ cents, labelled = false, className = '' }: BalanceLinkProps) {
  return (
    <Link
      ref={useTint<HTMLAnchorElement>(cents)}
      to="/app/transactions"
      title={labelled ? undefined : 'Balance'}
      className={`num flex h-10 items-center justify-between rounded-md px-3 font-medium text-ink-2 hover:bg-line hover:text-ink ${className}`}
    >
      <span className={labelled ? '' : 'sr-only'}>Balance </span>
      {formatMoney(cents)}
    </Link>
  );
}

/** The live status of a recent deposit. */

import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '../../format/money.ts';
import type { TransactionStatus } from '../../graph/schema.generated.ts';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { Mark } from '../../ui/brand/mark.tsx';
import { RecentDepositsDocument } from './deposit-status.generated.ts';
import { usePaymentUpdates } from './use-payment-updates.ts';

export interface Deposit {
  id: string;
  amount: number;
  status: TransactionStatus;
  reason: string | null;
}

export interface DepositStatusProps {
  id: string;
  /** Replaces the message of a pending deposit. */
  pending?: ReactNode;
  /** Replaces the message of a failed deposit. */
  failed?: string;
}

export function DepositStatus({ id, pending, failed }: DepositStatusProps) {
  const { data, retry } = usePageQuery(RecentDepositsDocument, {});
  usePaymentUpdates(retry);
  const deposit = data?.transactions?.transactions.find((one) => one.id === id);
  return (
    <div role="status" className="empty:hidden">
      {deposit && <DepositMessage deposit={deposit} pending={pending} failed={failed} />}
    </div>
  );
}

const toneClasses = {
  PENDING: 'bg-amber-bg text-amber',
  DONE: 'bg-green-bg text-green',
  FAILED: 'bg-red-bg text-red',
  REFUNDED: 'bg-gray-bg text-gray',
} satisfies Record<TransactionStatus, string>;

const icons = {
  PENDING: <Mark size={18} turning />,
  DONE: <CircleCheck size={18} aria-hidden="true" />,
  FAILED: <CircleAlert size={18} aria-hidden="true" />,
  REFUNDED: <CircleAlert size={18} aria-hidden="true" />,
} satisfies Record<TransactionStatus, ReactNode>;

function describeDeposit({ amount, status, reason }: Deposit): string {
  const sum = formatMoney(amount);
  const why = reason ? ` ${reason}` : '';
  switch (status) {
    case 'DONE':
      return `${sum} was added to your balance.${why}`;
    case 'FAILED':
      return `Your payment of ${sum} failed.${why} Nothing was added to your balance.`;
    case 'REFUNDED':
      return `Your payment of ${sum} was refunded.${why}`;
    default:
      return `Your payment of ${sum} is being confirmed. This page updates once it arrives.${why}`;
  }
}

function DepositMessage({
  deposit,
  pending,
  failed,
}: Omit<DepositStatusProps, 'id'> & { deposit: Deposit }) {
  const { status, reason } = deposit;
  const waiting = status === 'PENDING' && reason === null;
  const message = waiting ? pending : status === 'FAILED' ? failed : undefined;
  // A known cancellation is neutral, whatever status the provider has reported so far.
  const shownStatus = failed !== undefined && message !== undefined ? 'REFUNDED' : status;
  return (
    <div
      className={`flex items-start gap-3 rounded-md px-4 py-3 font-medium ${toneClasses[shownStatus]}`}
    >
      <span className="mt-0.5 shrink-0">{icons[shownStatus]}</span>
      <div className="min-w-0 wrap-anywhere">{message ?? describeDeposit(deposit)}</div>
    </div>
  );
}

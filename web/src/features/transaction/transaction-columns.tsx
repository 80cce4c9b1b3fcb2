/** The columns of the transactions table. */

import { useNow } from '../../graph/business-time.ts';
import type { TransactionMethod, TransactionType } from '../../graph/schema.generated.ts';
import { TextLink } from '../../ui/button/text-link.tsx';
import { Money } from '../../ui/display/money.tsx';
import { Nameplate } from '../../ui/display/nameplate.tsx';
import { Time } from '../../ui/display/time.tsx';
import { TransactionStatus } from '../../ui/status/transaction-status.tsx';
import type { Column } from '../../ui/table/column.ts';
import type { TransactionRowFragment } from './transaction-row.generated.ts';

/** The status cell is empty for a failed transaction, so the description says it. */
const failedMessage = 'Failed.';

/** How long a payment usually takes to be confirmed. */
const usualTimes: Partial<Record<TransactionMethod, string>> = {
  CARD: ', usually within minutes',
  CRYPTOCURRENCY: ', usually within an hour',
};

const held = 'Held from your balance, nothing to pay.';

/** A fee is pending while it is held. */
const heldFees: Partial<Record<TransactionType, string>> = {
  TRANSFER_FEE: `${held} Charged if the domain arrives, released if it doesn’t.`,
  RENEWAL_FEE: `${held} Charged if the domain is renewed, released if it isn’t.`,
};

type PendingProps = Pick<TransactionRowFragment, 'method' | 'expiresAt' | 'paymentUri'>;

function Pending({ method, expiresAt, paymentUri }: PendingProps) {
  const now = useNow();
  return (
    <>
      If you’ve paid, there’s nothing to do: it’s credited once confirmed{usualTimes[method]}.
      {expiresAt !== null && (
        <>
          {' If you haven’t, it fails on '}
          <Time as="short-day-time" value={expiresAt} now={now} />.
        </>
      )}
      {paymentUri !== null && (
        <>
          {' '}
          <TextLink to={paymentUri} newTab>
            Pay now
          </TextLink>
        </>
      )}
    </>
  );
}

function Description({ row }: { row: TransactionRowFragment }) {
  const { type, typeLabel, domainName, status, method, reason, expiresAt, paymentUri } = row;
  const isPendingDeposit = type === 'DEPOSIT' && status === 'PENDING';
  const note =
    reason ??
    (isPendingDeposit ? (
      <Pending {...{ method, expiresAt, paymentUri }} />
    ) : status === 'FAILED' ? (
      failedMessage
    ) : status === 'PENDING' ? (
      heldFees[type]
    ) : undefined);
  return (
    <span className="block">
      <span className="font-semibold">{typeLabel}</span>
      {domainName !== null && (
        <span className="text-ink-2">
          {' for '}
          <Nameplate name={domainName} className="text-ink" />
        </span>
      )}
      {note !== undefined && (
        <span className="block max-w-[52ch] text-2xs text-ink-3 wrap-anywhere">{note}</span>
      )}
    </span>
  );
}

export const transactionColumns: Column<TransactionRowFragment>[] = [
  { header: 'Type', cell: (row) => <Description row={row} /> },
  {
    header: 'Amount',
    align: 'end',
    width: 8,
    aside: true,
    cell: ({ amount }) => <Money cents={amount} />,
  },
  {
    header: 'Payment Method',
    width: 8.75,
    selfExplanatory: true,
    cell: ({ methodLabel }) => methodLabel,
  },
  {
    header: 'Status',
    width: 8,
    selfExplanatory: true,
    cell: ({ status }) => <TransactionStatus status={status} />,
  },
  {
    header: 'Created At',
    width: 12.5,
    selfExplanatory: true,
    cell: ({ createdAt }) => <Time as="day-time" value={createdAt} />,
  },
];

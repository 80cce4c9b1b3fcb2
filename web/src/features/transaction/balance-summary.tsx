/** The balance: available, held for fees, and owed after a refunded deposit. */

import { formatMoney } from '../../format/money.ts';
import { Facts } from '../../ui/display/facts.tsx';
import type { TransactionsQuery } from './transactions-page.generated.ts';

export interface BalanceSummaryProps {
  /** Undefined while loading; placeholders are shown. */
  balance: TransactionsQuery['balance'] | undefined;
}

export function BalanceSummary({ balance }: BalanceSummaryProps) {
  const sum = (cents: number | undefined) => (cents === undefined ? '…' : formatMoney(cents));
  const items = [
    { label: 'Available', value: sum(balance?.available) },
    { label: 'Held for fees', value: sum(balance?.held) },
  ];
  const owed = balance?.owed ?? 0;
  if (owed > 0) items.push({ label: 'Owed for a refunded deposit', value: formatMoney(owed) });
  return (
    <section
      aria-label="Balance"
      aria-busy={balance === undefined || undefined}
      className="rounded-lg border border-line bg-surface px-5 py-4 sm:px-6"
    >
      <Facts items={items} />
    </section>
  );
}

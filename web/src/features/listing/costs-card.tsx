/** The terms of a listing and their costs, computed by the server as for the contract. */

import { formatDays } from '../../format/days.ts';
import { computeDueAt } from '../../format/due-day.ts';
import { formatMoney } from '../../format/money.ts';
import { formatPercent, formatRate } from '../../format/percent.ts';
import { useNow } from '../../graph/business-time.ts';
import { Facts } from '../../ui/display/facts.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Time } from '../../ui/display/time.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { getLoanSummaryItems } from '../../ui/loan/loan-summary.tsx';
import type { CostsFragment } from './costs-card.generated.ts';

export interface CostsCardProps {
  listing: {
    desiredAmount: number;
    desiredTerm: number;
    desiredRate: number;
    businessStatement: string | null;
  };
  costs: CostsFragment;
}

export function CostsCard({ listing, costs }: CostsCardProps) {
  const { receives, repays, interest, transferFee, security, ...percents } = costs;
  const dueAt = computeDueAt(listing.desiredTerm, useNow());
  const amounts = {
    ...percents,
    receivesCents: receives,
    repaysCents: repays,
    interestCents: interest,
    transferFeeCents: transferFee,
  };
  const terms = [
    { label: 'Term', value: formatDays(listing.desiredTerm) },
    { label: 'Yearly rate', value: formatRate(listing.desiredRate) },
    { label: 'Adjusted', value: formatPercent(percents.costOverTermPercent) },
  ];
  const due = { label: 'Due, if paid out today', value: <Time value={dueAt} as="day" /> };
  return (
    <Card title="Loan amount">
      <Stat value={formatMoney(listing.desiredAmount)} size="xl" />
      <Facts items={terms} className="mt-4" />
      <Facts
        layout="list"
        items={[...getLoanSummaryItems(amounts, transferFee, 'visitor'), due]}
        className="mt-5 border-t border-line pt-1"
      />
      <p className="mt-3 border-t border-line pt-4 text-xs text-ink-2">{security}</p>
      {listing.businessStatement !== null && (
        <p className="mt-2 text-xs text-ink-2">{listing.businessStatement}</p>
      )}
    </Card>
  );
}

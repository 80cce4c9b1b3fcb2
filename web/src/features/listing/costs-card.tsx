/** What the borrower asks for and what it costs: the server's own figures, the same as in the contract. */

import { formatDays } from '../../format/days.ts';
import { formatMoney } from '../../format/money.ts';
import { formatPercent, formatRate } from '../../format/percent.ts';
import { Facts } from '../../ui/display/facts.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Time } from '../../ui/display/time.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { figureFacts } from '../../ui/loan/loan-summary.tsx';
import type { CostsFragment } from './costs-card.generated.ts';

export interface CostsCardProps {
  listing: {
    desiredAmount: number;
    desiredTerm: number;
    desiredApy: number;
    businessStatement: string | null;
  };
  costs: CostsFragment;
}

export function CostsCard({ listing, costs }: CostsCardProps) {
  const { receives, repays, interest, transferFee, dueOn, security, ...percents } = costs;
  const figures = {
    ...percents,
    receivesCents: receives,
    repaysCents: repays,
    interestCents: interest,
    transferFeeCents: transferFee,
  };
  const asked = [
    { label: 'Term', value: formatDays(listing.desiredTerm) },
    { label: 'Rate (a year)', value: formatRate(listing.desiredApy) },
    { label: 'Adjusted', value: formatPercent(percents.costOverTermPercent) },
  ];
  const due = { label: 'Due, if received today', value: <Time value={dueOn} as="due" /> };
  return (
    <Card title="Loan amount">
      <Stat value={formatMoney(listing.desiredAmount)} size="xl" />
      <Facts items={asked} className="mt-4" />
      <Facts
        layout="list"
        items={[...figureFacts(figures, transferFee, 'visitor'), due]}
        className="mt-5 border-t border-line pt-1"
      />
      <p className="mt-3 border-t border-line pt-4 text-xs text-ink-2">{security}</p>
      {listing.businessStatement !== null && (
        <p className="mt-2 text-xs text-ink-2">{listing.businessStatement}</p>
      )}
    </Card>
  );
}

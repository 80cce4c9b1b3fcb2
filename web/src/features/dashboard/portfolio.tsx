/** The total value of the user's domains, by status. */

import { formatEstimate, formatMoney } from '../../format/money.ts';
import type { DomainStatus } from '../../graph/schema.generated.ts';
import type { BarTone } from '../../ui/display/stacked-bar.tsx';
import { StackedBar } from '../../ui/display/stacked-bar.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { domainStatusStyles } from '../../ui/status/domain-status-style.ts';
import type { PortfolioFragment } from './portfolio.generated.ts';

const tones: Record<DomainStatus, BarTone> = {
  EXTERNAL_UNVERIFIED: 'gray',
  EXTERNAL_VERIFIED: 'blue',
  CUSTODY_PAID: 'lend',
  IN_ESCROW: 'brand',
};
const statuses = Object.keys(tones) as DomainStatus[];

export function Portfolio({ domains }: { domains: PortfolioFragment | undefined }) {
  return <Card title="Portfolio">{domains && <PortfolioValue domains={domains} />}</Card>;
}

function PortfolioValue({ domains }: { domains: PortfolioFragment }) {
  const { count, estimatedValue, byStatus } = domains;
  const segments = statuses.map((status) => {
    const totals = byStatus.find((one) => one.status === status);
    const value = totals?.estimatedValue ?? 0;
    return {
      label: domainStatusStyles[status].label,
      tone: tones[status],
      count: totals?.count ?? 0,
      value,
      detail: formatEstimate(value),
    };
  });
  return (
    <>
      <Stat
        size={count === 0 ? 'l' : 'xl'}
        value={formatMoney(estimatedValue)}
        detail={`Estimated value of ${count} ${count === 1 ? 'domain' : 'domains'}`}
      />
      <StackedBar segments={segments} />
    </>
  );
}

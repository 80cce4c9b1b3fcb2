/** The total value of the user's domains, by status. */

import { formatEstimate, formatMoney } from '../../format/money.ts';
import type { DomainStatus } from '../../graph/schema.generated.ts';
import type { BarTone } from '../../ui/display/stacked-bar.tsx';
import { StackedBar } from '../../ui/display/stacked-bar.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
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

/** Rendered invisibly to reserve the height while loading. */
const emptyTotals: PortfolioTotals = { count: 0, estimatedValue: 0, byStatus: [] };

export interface PortfolioProps {
  domains: PortfolioFragment | undefined;
  loading: boolean;
}

export function Portfolio({ domains, loading }: PortfolioProps) {
  return (
    <Card title="Portfolio">
      {domains && <PortfolioValue domains={domains} />}
      {loading && !domains && (
        <div className="grid *:[grid-area:1/1]">
          <Skeleton rows={2} label="Portfolio" />
          <div aria-hidden="true" className="invisible">
            <PortfolioValue domains={emptyTotals} />
          </div>
        </div>
      )}
    </Card>
  );
}

type PortfolioTotals = Pick<PortfolioFragment, 'count' | 'estimatedValue' | 'byStatus'>;

function PortfolioValue({ domains }: { domains: PortfolioTotals }) {
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
        size="xl"
        value={formatMoney(estimatedValue)}
        detail={`Estimated value of ${count} ${count === 1 ? 'domain' : 'domains'}`}
      />
      <StackedBar segments={segments} />
    </>
  );
}

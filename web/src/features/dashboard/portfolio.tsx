/** What one's domains are worth together, by how they stand with the platform. */

import { formatEstimate, formatMoney } from '../../format/money.ts';
import type { DomainStatus } from '../../graph/schema.generated.ts';
import type { BarTone } from '../../ui/display/stacked-bar.tsx';
import { StackedBar } from '../../ui/display/stacked-bar.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { domainStatusLooks } from '../../ui/status/domain-status-style.ts';
import type { PortfolioFragment } from './portfolio.generated.ts';

const tones: Record<DomainStatus, BarTone> = {
  EXTERNAL_UNVERIFIED: 'gray',
  EXTERNAL_VERIFIED: 'blue',
  CUSTODY_PAID: 'lend',
  IN_ESCROW: 'brand',
};
const statuses = Object.keys(tones) as DomainStatus[];

/** As high as what will be there. */
const none: Worthy = { count: 0, estimatedValue: 0, byStatus: [] };

export interface PortfolioProps {
  domains: PortfolioFragment | undefined;
  loading: boolean;
}

export function Portfolio({ domains, loading }: PortfolioProps) {
  return (
    <Card title="Portfolio">
      {domains && <Worth domains={domains} />}
      {loading && !domains && (
        <div className="grid *:[grid-area:1/1]">
          <Skeleton rows={2} label="Portfolio" />
          <div aria-hidden="true" className="invisible">
            <Worth domains={none} />
          </div>
        </div>
      )}
    </Card>
  );
}

type Worthy = Pick<PortfolioFragment, 'count' | 'estimatedValue' | 'byStatus'>;

function Worth({ domains }: { domains: Worthy }) {
  const { count, estimatedValue, byStatus } = domains;
  const parts = statuses.map((status) => {
    const found = byStatus.find((one) => one.status === status);
    const value = found?.estimatedValue ?? 0;
    return {
      label: domainStatusLooks[status].label,
      tone: tones[status],
      count: found?.count ?? 0,
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
      <StackedBar parts={parts} />
    </>
  );
}

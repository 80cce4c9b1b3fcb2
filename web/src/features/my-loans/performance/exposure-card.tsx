/** Which borrowers owe the reader how much of all outstanding principal. */

import { formatMoney } from '../../../format/money.ts';
import { formatPercent } from '../../../format/percent.ts';
import { TrackBar } from '../../../ui/display/track-bar.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { PerformanceFragment } from './performance.generated.ts';

export function ExposureCard({ performance }: { performance: PerformanceFragment }) {
  const { borrowers, outstanding, otherBorrowers, otherOutstanding } = performance;
  const rows = [
    ...borrowers.map(({ borrowerId, name, loans, outstanding: owed }) => ({
      key: borrowerId,
      name,
      detail: loans === 1 ? '1 loan' : `${loans} loans`,
      owed,
    })),
    ...(otherBorrowers > 0
      ? [
          {
            key: 'others',
            name: 'Others',
            detail: otherBorrowers === 1 ? '1 borrower' : `${otherBorrowers} borrowers`,
            owed: otherOutstanding,
          },
        ]
      : []),
  ];
  return (
    <Card title="Exposure by borrower">
      <ul className="mt-2 divide-y divide-line">
        {rows.map(({ key, name, detail, owed }) => (
          <li key={key} className="py-3 last:pb-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="wrap-anywhere">
                <bdi className="font-semibold">{name}</bdi>{' '}
                <span className="text-xs text-ink-3">{detail}</span>
              </span>
              <span className="num font-semibold">
                {formatMoney(owed)}{' '}
                <span className="font-normal text-ink-3">
                  {formatPercent(Math.round((owed / outstanding) * 100))}
                </span>
              </span>
            </div>
            <div className="mt-1.5">
              <TrackBar value={owed} largest={outstanding} tone="lend" />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The four figures that a lender compares. One that can't be computed is a dash with the reason. */

import { formatMoney } from '../../../format/money.ts';
import { formatPercent, formatRate } from '../../../format/percent.ts';
import { Stat } from '../../../ui/display/stat.tsx';
import type { PerformanceFragment } from './performance.generated.ts';

const none = '–';
const countLoans = (count: number): string => `${count} ${count === 1 ? 'loan' : 'loans'}`;

export function PerformanceFigures({ performance }: { performance: PerformanceFragment }) {
  const { outstanding, openLoans, weightedRate, interestEarned, repaidLoans } = performance;
  const { realisedYieldPercent, realisedYieldNote, months, expectedLater } = performance;
  const expected = months.reduce((total, month) => total + month.expected, expectedLater);
  const figures = [
    {
      label: 'Outstanding',
      value: formatMoney(outstanding),
      detail:
        weightedRate === null
          ? 'No open loan'
          : `${countLoans(openLoans)}, ${formatRate(weightedRate)} on average`,
    },
    {
      label: 'Interest earned',
      value: formatMoney(interestEarned),
      detail: `${countLoans(repaidLoans)} repaid`,
    },
    {
      label: 'Interest expected',
      value: formatMoney(expected),
      detail: 'If running loans are repaid when due',
    },
    {
      label: 'Realised yield',
      value: realisedYieldPercent === null ? none : formatSigned(realisedYieldPercent),
      detail: realisedYieldNote ?? describeLosses(performance),
    },
  ];
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
      {figures.map(({ label, value, detail }) => (
        <div key={label}>
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd>
            <Stat value={value} detail={detail} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const formatSigned = (percent: number): string => formatPercent(percent).replace('-', '−');

function describeLosses({ seizedLoans, principalLost }: PerformanceFragment): string {
  if (seizedLoans === 0) return 'Per year, no losses';
  return `Per year, after ${formatMoney(principalLost)} lost; seized domains count as nothing`;
}

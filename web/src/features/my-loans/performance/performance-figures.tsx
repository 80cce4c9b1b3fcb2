/** The four figures that a lender compares. One that can't be computed is a dash with the reason. */

import { formatMoney } from '../../../format/money.ts';
import { formatPercent, formatRate } from '../../../format/percent.ts';
import { Stat } from '../../../ui/display/stat.tsx';
import type { PerformanceFragment } from './performance.generated.ts';

const none = '–';
const countLoans = (count: number): string => `${count} ${count === 1 ? 'loan' : 'loans'}`;

export function PerformanceFigures({ performance }: { performance: PerformanceFragment }) {
  const { outstanding, openLoans, weightedRate, interestEarned, repaidLoans } = performance;
  const { months, expectedLater } = performance;
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
    describeYield(performance),
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

/** A loss is a sum: as a rate of a short loan it can't be read. */
function describeYield(performance: PerformanceFragment) {
  const { realisedYieldPercent: percent, realisedYieldNote } = performance;
  const { interestEarned, principalLost } = performance;
  const label = 'Realised yield';
  if (percent === null) return { label, value: none, detail: realisedYieldNote };
  if (percent >= 0)
    return { label, value: formatPercent(percent), detail: describeLosses(performance) };
  return {
    label,
    value: `−${formatMoney(principalLost - interestEarned)}`,
    detail: `${formatMoney(interestEarned)} earned, ${formatMoney(principalLost)} lost: ${formatSigned(percent)} a year; seized domains count as nothing`,
  };
}

function describeLosses({ seizedLoans, principalLost }: PerformanceFragment): string {
  if (seizedLoans === 0) return 'Per year, no losses';
  return `Per year, after ${formatMoney(principalLost)} lost; seized domains count as nothing`;
}

/** Interest by month as bars: earned and expected. Screen readers get the same figures as a table. */

import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { formatMoney } from '../../../format/money.ts';
import { formatMonth } from '../../../format/month.ts';
import type { PerformanceFragment } from './performance.generated.ts';

type Month = PerformanceFragment['months'][number];

export interface InterestChartProps {
  months: readonly Month[];
  /** YYYY-MM of the current month (UTC). */
  current: string;
}

/** Units of the drawing, which is stretched to its box. */
const height = 96;
const step = 40;
const width = 22;

export function InterestChart({ months, current }: InterestChartProps) {
  const largest = Math.max(...months.map(({ earned, expected }) => earned + expected), 1);
  const box = useRef<HTMLElement>(null);
  const now = months.findIndex(({ month }) => month.startsWith(current));
  // Where the months don't fit, the current one is in the middle at first.
  useEffect(() => {
    const { current: scrolled } = box;
    if (!scrolled) return;
    const middle = ((now + 0.5) / months.length) * scrolled.scrollWidth;
    scrolled.scrollLeft = middle - scrolled.clientWidth / 2;
  }, [now, months.length]);
  return (
    <figure className="mt-6">
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-2">
        <span className="sr-only">Interest by month</span>
        <Key kind="earned">Earned</Key>
        <Key kind="expected">Expected on the due date</Key>
      </figcaption>
      <section
        ref={box}
        aria-label="Interest by month"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on phones
        tabIndex={0}
        className="mt-3 overflow-x-auto"
      >
        <div aria-hidden="true" style={{ minWidth: '42rem' }}>
          <svg
            viewBox={`0 0 ${months.length * step} ${height}`}
            preserveAspectRatio="none"
            className="block h-24 w-full border-b border-line-strong forced-color-adjust-none"
          >
            <title>Interest by month</title>
            {months.map((month, index) => (
              <Bar key={month.month} month={month} at={index * step} largest={largest} />
            ))}
          </svg>
          <Labels months={months} current={current} />
        </div>
        {/* A table keeps its height where it is hidden, and would make the page longer. */}
        <div className="sr-only">
          <Table months={months} />
        </div>
      </section>
    </figure>
  );
}

const fills = {
  earned: { fill: 'var(--lend-ink)' },
  expected: { fill: 'var(--lend-tint)', stroke: 'var(--lend-ink)' },
};

function Key({ kind, children }: { kind: keyof typeof fills; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden="true" width="10" height="10" className="forced-color-adjust-none">
        <rect x="0.5" y="0.5" width="9" height="9" rx="1.5" style={fills[kind]} />
      </svg>
      {children}
    </span>
  );
}

function Bar({ month, at, largest }: { month: Month; at: number; largest: number }) {
  const { earned, expected } = month;
  // A small amount stays visible.
  const scale = (cents: number) =>
    cents === 0 ? 0 : Math.max((cents / largest) * (height - 4), 2);
  const [low, high] = [scale(earned), scale(expected)];
  return (
    <g>
      <title>{describeMonth(month)}</title>
      {low > 0 && (
        <rect x={at + 9} y={height - low} width={width} height={low} style={fills.earned} />
      )}
      {high > 0 && (
        <rect
          x={at + 9}
          y={height - low - high}
          width={width}
          height={high}
          vectorEffect="non-scaling-stroke"
          style={fills.expected}
        />
      )}
    </g>
  );
}

const describeMonth = ({ month, earned, expected }: Month): string =>
  `${formatMonth(month, 'long')}: ${formatMoney(earned)} earned, ${formatMoney(expected)} expected`;

/** The year is under January and under the first month. */
function Labels({ months, current }: InterestChartProps) {
  return (
    <div
      className="num mt-1.5 grid text-center text-2xs text-ink-3"
      style={{ gridTemplateColumns: `repeat(${months.length}, minmax(0, 1fr))` }}
    >
      {months.map(({ month }, index) => (
        <span key={month} className={clsx(month.startsWith(current) && 'font-semibold text-ink')}>
          {formatMonth(month, 'short')}
          {(index === 0 || month.slice(5, 7) === '01') && (
            <span className="block">{month.slice(0, 4)}</span>
          )}
        </span>
      ))}
    </div>
  );
}

function Table({ months }: { months: readonly Month[] }) {
  return (
    <table>
      <caption>Interest by month</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Earned</th>
          <th scope="col">Expected</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, earned, expected }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(month, 'long')}</th>
            <td>{formatMoney(earned)}</td>
            <td>{formatMoney(expected)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The dated payments of the next 90 days: inflows above the line, outflows below it, grace in amber, today at the left. */

import { Link } from 'react-router-dom';
import { formatMoney } from '../../format/money.ts';
import { formatShortDay } from '../../format/short-day.ts';
import { useNow } from '../../graph/business-time.ts';
import { Card } from '../../ui/layout/card.tsx';
import type { Flow, FlowBar } from './arrange-flows.ts';
import { arrangeFlows, describeFlow, slotCount, stripDays } from './arrange-flows.ts';
import type { PaymentStripFragment } from './payment-strip.generated.ts';

/** In pixels; the line is in the middle. */
const height = 96;
const middle = height / 2;
const barWidth = 8;
const maxBarHeight = 38;
const minBarHeight = 4;
const graceHeight = 6;

const percent = (share: number) => `${share * 100}%`;
const tones = { IN: 'text-lend-ink', OUT: 'text-brand-ink' } as const;

export function PaymentStrip({ payments }: { payments: PaymentStripFragment }) {
  const now = useNow();
  const { flows, incoming, outgoing, total, complete } = payments;
  const bars = arrangeFlows(flows, now);
  if (flows.length === 0) return null;
  return (
    <Card
      title={`Next ${stripDays} days`}
      aside={
        <p className="num flex flex-wrap justify-end gap-x-5 text-ink-2">
          <Sum direction="IN" label="In" cents={incoming} />
          <Sum direction="OUT" label="Out" cents={outgoing} />
        </p>
      }
      className="mt-5"
    >
      <div className="-mx-2 mt-3 overflow-x-auto px-2">
        <div className="w-[300%] min-w-[45rem] sm:w-full">
          {/* biome-ignore lint/a11y/noSvgWithoutTitle: its links have names, and a title would be their tooltip too */}
          <svg width="100%" height={height} className="block overflow-visible">
            <g className="text-line-strong" stroke="currentColor">
              <line x1="0" x2="100%" y1={middle} y2={middle} />
              <line x1="0" x2="0" y1="0" y2={height} />
            </g>
            {bars.map((bar) => (
              <Graces key={bar.key} bar={bar} />
            ))}
            {bars.map((bar) => (
              <Bar key={bar.key} bar={bar} />
            ))}
          </svg>
          <Dates now={now} />
        </div>
      </div>
      {(total > flows.length || !complete) && (
        <p className="mt-2 text-xs text-ink-3">
          {complete
            ? `The first ${flows.length} of ${total} payments.`
            : 'You have more loans than this shows.'}
        </p>
      )}
      <FlowTable flows={flows} now={now} />
    </Card>
  );
}

function Sum({
  direction,
  label,
  cents,
}: {
  direction: 'IN' | 'OUT';
  label: string;
  cents: number;
}) {
  return (
    <span className="whitespace-nowrap">
      {label} <strong className={`font-semibold ${tones[direction]}`}>{formatMoney(cents)}</strong>
    </span>
  );
}

function Graces({ bar: { graces, direction } }: { bar: FlowBar }) {
  return graces.map(({ key, from, to }) => (
    <rect
      key={key}
      x={percent(from)}
      width={percent(to - from)}
      y={direction === 'IN' ? middle - graceHeight : middle}
      height={graceHeight}
      fill="currentColor"
      opacity=".4"
      className="text-amber"
    />
  ));
}

function Bar({ bar: { direction, slot, position, share, lines, to } }: { bar: FlowBar }) {
  const high = Math.max(minBarHeight, share * maxBarHeight);
  return (
    <Link to={to} aria-label={lines.join('. ')} className={`hover:opacity-70 ${tones[direction]}`}>
      <title>{lines.join('\n')}</title>
      {/* What can be pressed is wider than the bar. */}
      <rect
        x={percent(slot / slotCount)}
        width={percent(1 / slotCount)}
        y={direction === 'IN' ? 0 : middle}
        height={middle}
        fill="transparent"
      />
      <rect
        x={percent(position)}
        width={barWidth}
        transform={`translate(${-barWidth * position})`}
        y={direction === 'IN' ? middle - high : middle}
        height={high}
        rx="1.5"
        fill="currentColor"
      />
    </Link>
  );
}

const marks = [0, 30, 60];

function Dates({ now }: { now: Date }) {
  const dayAfter = (days: number) =>
    formatShortDay(new Date(now.getTime() + days * 86_400_000).toISOString(), now);
  return (
    <p aria-hidden="true" className="num mt-1 flex text-2xs text-ink-3">
      {marks.map((days) => (
        <span key={days} className="flex flex-1 justify-between">
          {days === 0 ? 'Today' : dayAfter(days)}
          {days === 60 && <span>{dayAfter(stripDays)}</span>}
        </span>
      ))}
    </p>
  );
}

function FlowTable({ flows, now }: { flows: readonly Flow[]; now: Date }) {
  return (
    <div className="sr-only">
      <table>
        <caption>Payments of the next {stripDays} days</caption>
        <thead>
          <tr>
            <th scope="col">Due</th>
            <th scope="col">Payment</th>
          </tr>
        </thead>
        <tbody>
          {flows.map((flow) => (
            <tr key={`${flow.escrowId} ${flow.at}`}>
              <th scope="row">{formatShortDay(flow.at, now)}</th>
              <td>{describeFlow(flow, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

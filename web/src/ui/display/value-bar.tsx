/** What a loan is next to what its domain is worth: the range of the estimate, the loan on the same scale, and the LTV. */

import clsx from 'clsx';
import type { LtvTone } from '../../format/ltv.ts';
import { formatLtv, rateLtv } from '../../format/ltv.ts';
import { formatEstimate, formatMoney } from '../../format/money.ts';
import { formatWorth } from '../../format/worth.ts';

/** US cents. */
export interface Estimate {
  low: number;
  mid: number;
  high: number;
}

export interface ValueBarProps {
  /** Null without an estimate: then there is neither a bar nor an LTV. */
  estimate: Estimate | null;
  /** The owner's own figure, shown as such in place of an unknown value. */
  ownerValueCents?: number | null;
  /** Undefined while the amount is not known. */
  loanCents: number | undefined;
  /** What is left of the LTV: the value, or where that is shown already, its range. */
  caption?: 'value' | 'range';
  className?: string;
}

const inks: Record<LtvTone, string> = {
  normal: 'text-ink-2',
  amber: 'text-amber',
  red: 'text-red',
};
const fills: Record<LtvTone, string> = {
  normal: 'bg-lend-ink',
  amber: 'bg-amber',
  red: 'bg-red',
};

export function ValueBar(props: ValueBarProps) {
  const { ownerValueCents = null, loanCents, caption = 'value', className } = props;
  const estimate = props.estimate?.mid ? props.estimate : null;
  if (!estimate && caption === 'range') return null;
  const label =
    caption === 'value' || !estimate
      ? formatWorth({ appraisal: estimate, ownerValue: ownerValueCents })
      : formatRange(estimate);
  return (
    <span className={clsx('block font-normal', className)}>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs">
        <span className="num text-ink-2">{label}</span>
        {estimate && loanCents !== undefined && <Ltv estimate={estimate} loanCents={loanCents} />}
      </span>
      {estimate && <Track estimate={estimate} loanCents={loanCents} />}
    </span>
  );
}

const formatRange = ({ low, high }: Estimate): string =>
  low === high ? formatEstimate(low) : `${formatEstimate(low)} – ${formatEstimate(high)}`;

/** The reader of a screen, and the tooltip, also learn the share of the low end. */
function Ltv({ estimate, loanCents }: { estimate: Estimate; loanCents: number }) {
  const { low, mid } = estimate;
  const ofLow = low > 0 ? `LTV ${formatLtv(loanCents, low)} of the low estimate` : undefined;
  return (
    <span
      title={ofLow}
      className={clsx('num font-semibold whitespace-nowrap', inks[rateLtv(loanCents, mid)])}
    >
      LTV {formatLtv(loanCents, mid)}
      <span className="sr-only">
        {`: ${formatMoney(loanCents)} on an estimate of ${formatEstimate(mid)}, ${formatRange(estimate)}`}
        {ofLow && `; ${ofLow}`}
      </span>
    </span>
  );
}

/** The scale starts at zero, so that the tick shows the loan's share, and ends at the higher of estimate and loan. */
function Track({ estimate, loanCents }: { estimate: Estimate; loanCents: number | undefined }) {
  const { low, mid, high } = estimate;
  const end = Math.max(high, mid, loanCents ?? 0);
  const at = (cents: number) => `${(cents / end) * 100}%`;
  return (
    <span
      aria-hidden="true"
      data-part="track"
      className="relative mt-1 block h-2.5 forced-color-adjust-none"
    >
      <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
      <span
        data-part="range"
        className="absolute top-1/2 h-1 min-w-1 -translate-y-1/2 rounded-[3px] bg-line-strong"
        style={{ left: at(low), right: `${100 - (high / end) * 100}%` }}
      />
      <span
        data-part="mid"
        className="absolute top-1/2 h-1 w-0.5 -translate-1/2 bg-surface"
        style={{ left: at(mid) }}
      />
      {loanCents !== undefined && (
        <span
          data-part="loan"
          className={clsx(
            'absolute inset-y-0 w-1 -translate-x-1/2 rounded-[3px]',
            fills[rateLtv(loanCents, mid)],
          )}
          style={{ left: at(loanCents) }}
        />
      )}
    </span>
  );
}

/** The drawing for lenders: a payment is repaid with interest, or the domain becomes the lender's. */

import { formatDays } from '../../format/days.ts';
import { formatEstimate, formatMoney } from '../../format/money.ts';
import { splitName } from '../../format/split-name.ts';
import { example, exampleCosts } from './example.ts';

const { label, suffix } = splitName(example.domain);

export function LendArt() {
  return (
    <svg
      viewBox="0 0 480 300"
      role="img"
      aria-label="A payment leads to one of two ends: it is repaid with interest, or the domain becomes the lender’s"
      className="w-full max-w-[30rem]"
    >
      <path
        d="M142 150C220 150 206 78 272 78"
        className="fill-none stroke-lend-ink"
        strokeWidth="2"
      />
      <path
        d="M142 150C220 150 206 222 272 222"
        className="fill-none stroke-brand-ink"
        strokeWidth="2"
        strokeDasharray="6 5"
      />
      <g transform="translate(16 106)">
        <rect width="128" height="88" rx="12" className="fill-surface stroke-line-strong" />
        <text x="16" y="34" fontSize="13" className="fill-ink-3">
          You send
        </text>
        <Sum y={64}>{formatEstimate(example.amountCents)}</Sum>
      </g>
      <Repaid />
      <Default />
    </svg>
  );
}

function Sum({ x = 16, y, children }: { x?: number; y: number; children: string }) {
  return (
    <text
      x={x}
      y={y}
      fontSize="24"
      fontWeight="600"
      letterSpacing="-.4"
      className="fill-ink tabular-nums"
    >
      {children}
    </text>
  );
}

function Repaid() {
  return (
    <g transform="translate(272 28)">
      <rect
        width="192"
        height="100"
        rx="12"
        className="fill-lend-tint stroke-lend-ink"
        strokeWidth="1.5"
      />
      <text x="18" y="32" fontSize="13" fontWeight="600" className="fill-lend-ink">
        Repaid in {formatDays(example.termDays)}
      </text>
      <Sum x={18} y={62}>
        {formatMoney(exampleCosts.repaysCents)}
      </Sum>
      <g transform="translate(18 76)" className="fill-lend-ink">
        <rect width="142" height="8" rx="2" opacity=".35" />
        <rect x="144.5" width="11.5" height="8" rx="2" />
      </g>
    </g>
  );
}

function Default() {
  return (
    <g transform="translate(272 172)">
      <rect
        width="192"
        height="100"
        rx="12"
        className="fill-brand-tint stroke-brand-ink"
        strokeWidth="1.5"
      />
      <text x="18" y="32" fontSize="13" fontWeight="600" className="fill-brand-ink">
        Default
      </text>
      <text x="18" y="64" fontSize="20" className="nameplate fill-ink">
        {label}
        <tspan className="fill-brand-ink">{suffix}</tspan>
      </text>
      <text x="18" y="86" fontSize="13" className="fill-ink-2">
        transfers to you
      </text>
    </g>
  );
}

/** The drawing for borrowers: the domain is in escrow while its DNS records stay connected to the borrower. */

import { ring } from '@nameloan/brand/guilloche';
import { useMounted } from './use-mounted.ts';

const records = [
  { type: 'A', what: 'Website', y: 78 },
  { type: 'MX', what: 'Mail', y: 150 },
  { type: 'NS', what: 'Nameservers', y: 222 },
];

const frame = { lobes: 12, innerRadius: 60, outerRadius: 98, copies: 5, skew: 0.8, steps: 14 };

export function BorrowArt() {
  const drawn = useMounted();
  return (
    <svg
      viewBox="0 0 480 300"
      role="img"
      aria-label="A domain held in an escrow frame while its website, mail and nameserver records stay connected to the borrower"
      className="w-full max-w-[30rem]"
    >
      <g className="fill-none stroke-brand-ink" strokeWidth="1.5">
        <rect x="24" y="40" width="236" height="220" rx="14" className="fill-brand-tint" />
        {drawn && (
          <path transform="translate(142 150)" d={ring(frame)} strokeWidth=".55" opacity=".5" />
        )}
      </g>
      <g transform="translate(52 118)">
        <rect
          width="180"
          height="64"
          rx="10"
          className="fill-surface stroke-brand-ink"
          strokeWidth="1.5"
        />
        <text x="90" y="40" textAnchor="middle" fontSize="22" className="nameplate fill-ink">
          yourname<tspan className="fill-brand-ink">.com</tspan>
        </text>
      </g>
      <g transform="translate(142 40)">
        <rect x="-44" y="-13" width="88" height="26" rx="6" className="fill-brand-ink" />
        <text y="5" textAnchor="middle" fontSize="13" fontWeight="600" className="fill-surface">
          In escrow
        </text>
      </g>
      {records.map((record) => (
        <DnsRecord key={record.type} {...record} />
      ))}
    </svg>
  );
}

function DnsRecord({ type, what, y }: (typeof records)[number]) {
  return (
    <g>
      <path
        d={`M232 150C290 150 268 ${y} 316 ${y}`}
        className="fill-none stroke-lend-ink"
        strokeWidth="1.75"
        strokeDasharray="1 5"
        strokeLinecap="round"
      />
      <rect
        x="316"
        y={y - 24}
        width="148"
        height="48"
        rx="10"
        className="fill-surface stroke-line-strong"
      />
      <text x="332" y={y + 5} fontSize="13" fontWeight="700" className="fill-lend-ink">
        {type}
      </text>
      <text x="364" y={y + 5} fontSize="14" fontWeight="500" className="fill-ink">
        {what}
      </text>
    </g>
  );
}

/** The example loan, drawn like a printed security: paper in both themes, with a wave frame and the domain's seal. */

import { Lock } from 'lucide-react';
import { formatDays } from '../../format/days.ts';
import { formatMoney } from '../../format/money.ts';
import { formatAdjusted, formatRate } from '../../format/percent.ts';
import { Seal } from '../../ui/brand/seal.tsx';
import { Nameplate } from '../../ui/display/nameplate.tsx';
import { example, exampleCosts } from './example.ts';
import { NoteFrame } from './note-frame.tsx';

const { domain, amountCents, termDays, rateBps } = example;

const details = [
  { label: 'Term', value: formatDays(termDays) },
  { label: 'APR', value: formatRate(rateBps) },
  { label: 'Adjusted', value: formatAdjusted(exampleCosts.costOverTermPercent) },
];

const signatures = [
  {
    party: 'Borrower',
    path: 'M2 22c8-18 14-20 15-12s-9 16-4 15 10-14 14-14-3 12 2 11 8-10 12-10 0 9 5 8 9-9 14-8 2 8 8 6 12-9 22-10',
  },
  {
    party: 'Lender',
    path: 'M2 18c10-2 16-16 20-14s-10 20-4 20 14-22 19-20-7 18-1 17 9-12 14-11-1 10 5 9 7-7 12-7 3 7 9 5 10-6 18-8',
  },
];

export function LoanNote() {
  return (
    <figure
      aria-label={`Example loan note: ${domain}, ${formatMoney(amountCents)} at ${formatRate(rateBps)} APR for ${formatDays(termDays)}`}
      className="relative mx-auto w-full max-w-[29rem]"
    >
      <div
        aria-hidden="true"
        className="@container relative aspect-[464/440] rounded-[14px] bg-(--paper) leading-[1.32] text-(--paper-ink) shadow-(--shadow-note)"
      >
        <NoteFrame />
        <div className="absolute inset-[8%_9.6%_8.6%] flex flex-col p-[3%]">
          <p className="mb-[2.4cqw] flex justify-between text-[2.8cqw] text-(--paper-ink-3)">
            <span>Loan note</span>
            <span className="num">No. 2041</span>
          </p>
          <DomainLine />
          <Terms />
          <Signatures />
        </div>
      </div>
    </figure>
  );
}

function DomainLine() {
  return (
    <div className="flex items-center gap-[4%]">
      <Seal name={domain} size={76} onPaper className="!size-[18cqw]" />
      <div className="min-w-0">
        <p className="text-[6.4cqw] leading-tight [--brand-ink:var(--wine-600)]">
          <Nameplate name={domain} />
        </p>
        <p className="mt-[1%] inline-flex items-center gap-1.5 text-[3cqw] font-semibold text-(--verd-700)">
          <Lock className="size-[3.2cqw]" />
          Held in escrow
        </p>
      </div>
    </div>
  );
}

function Terms() {
  return (
    <dl className="mt-[3.6cqw] grid grid-cols-3 gap-y-[2.6cqw] border-y border-(--paper-ink)/15 py-[3.4cqw] text-[3cqw]">
      <div className="col-span-3 flex items-baseline justify-between">
        <dt className="text-(--paper-ink-3)">Loan amount</dt>
        <dd className="num text-[7.4cqw] leading-none font-semibold">{formatMoney(amountCents)}</dd>
      </div>
      {details.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-(--paper-ink-3)">{label}</dt>
          <dd className="num text-[4.3cqw] font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Signatures() {
  return (
    <div className="mt-auto grid grid-cols-2 gap-[8%] text-[2.7cqw] text-(--paper-ink-3)">
      {signatures.map(({ party, path }) => (
        <div key={party}>
          <svg
            viewBox="0 0 100 28"
            aria-hidden="true"
            className="h-[8cqw] w-full text-wine-900"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.3"
            strokeLinecap="round"
          >
            <path d={path} />
          </svg>
          <p className="border-t border-(--paper-ink)/25 pt-[2%]">{party}</p>
        </div>
      ))}
    </div>
  );
}

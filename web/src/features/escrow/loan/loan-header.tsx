/** The header of a loan's page: back link, domain, status and the reader's role. */

import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useNow } from '../../../graph/business-time.ts';
import { Seal } from '../../../ui/brand/seal.tsx';
import { Nameplate } from '../../../ui/display/nameplate.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { LoanChips } from '../../../ui/loan/loan-chips.tsx';
import { getLoanStatusStyle } from '../../../ui/status/loan-status-style.ts';
import { AmendmentChip } from '../amendments/amendment-chip.tsx';
import type { Loan } from '../loan-parties.ts';
import { describeRole } from '../loan-parties.ts';

const backLinks = {
  BORROWER: { to: '/app/borrow', label: 'My Loans' },
  LENDER: { to: '/app/lend', label: 'My Loans' },
  OPERATOR: { to: '/app/disputes', label: 'Disputes' },
} as const;

export function LoanHeader({ loan }: { loan: Loan }) {
  const { domainName, unicodeName, status, role, legalHoldSince } = loan;
  const back = backLinks[role];
  const now = useNow();
  return (
    <>
      <Link
        to={back.to}
        className="inline-flex min-h-8 items-center gap-1.5 text-xs font-medium text-ink-2 hover:text-ink"
      >
        <ArrowLeft size={15} aria-hidden="true" />
        {back.label}
      </Link>
      <div className="mt-2 flex items-center gap-4">
        <Seal name={domainName} size={64} className="max-sm:size-13" />
        <div className="min-w-0">
          <PageHeading
            title={`${unicodeName}, ${getLoanStatusStyle(status).label}`}
            className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5"
          >
            <Nameplate name={unicodeName} size="header" />
            <LoanChips loan={loan} now={now} />
            <AmendmentChip loan={loan} />
          </PageHeading>
          <p className="mt-0.5 text-ink-2 wrap-anywhere">{describeRole(loan)}</p>
          {legalHoldSince && (
            <p className="mt-0.5 text-amber">
              On legal hold since <Time value={legalHoldSince} as="short-day" now={now} />
            </p>
          )}
        </div>
      </div>
    </>
  );
}

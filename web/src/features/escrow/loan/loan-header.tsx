/** What loan this is: the way back, the domain with its seal, where it stands, and what it is to its reader. */

import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Seal } from '../../../ui/brand/seal.tsx';
import { Nameplate } from '../../../ui/display/nameplate.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { LoanStatus } from '../../../ui/status/loan-status.tsx';
import { loanStatusLook } from '../../../ui/status/loan-status-style.ts';
import type { Loan } from '../loan-parties.ts';
import { roleLine } from '../loan-parties.ts';

const backs = {
  BORROWER: { to: '/app/borrow', words: 'My Loans' },
  LENDER: { to: '/app/lend', words: 'My Loans' },
  OPERATOR: { to: '/app/disputes', words: 'Disputes' },
} as const;

export function LoanHeader({ loan }: { loan: Loan }) {
  const { domainName, unicodeName, status, role } = loan;
  const back = backs[role];
  return (
    <>
      <Link
        to={back.to}
        className="inline-flex min-h-8 items-center gap-1.5 text-xs font-medium text-ink-2 hover:text-ink"
      >
        <ArrowLeft size={15} aria-hidden="true" />
        {back.words}
      </Link>
      <div className="mt-2 flex items-center gap-4">
        <Seal name={domainName} size={64} className="max-sm:size-13" />
        <div className="min-w-0">
          <PageHeading
            title={`${unicodeName}, ${loanStatusLook(status).label}`}
            className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5"
          >
            <Nameplate name={unicodeName} size="header" />
            <LoanStatus status={status} />
          </PageHeading>
          <p className="mt-0.5 text-ink-2 wrap-anywhere">{roleLine(loan)}</p>
        </div>
      </div>
    </>
  );
}

/** The dashboard: the value of the user's domains, and their loans as borrower and lender. */

import { Plus } from 'lucide-react';
import { PageProblem } from '../../graph/page-problem.tsx';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { LinkButton } from '../../ui/button/link-button.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { DashboardDocument } from './dashboard-page.generated.ts';
import { LoanSummary } from './loan-summary.tsx';
import { News } from './news.tsx';
import { Portfolio } from './portfolio.tsx';

export function DashboardPage() {
  const { data, problem, loading, retry } = usePageQuery(DashboardDocument, {});
  const firstName = data?.self?.name?.split(' ')[0];
  const dashboard = data?.dashboard;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageHeading
          title="Dashboard"
          className="text-[1.75rem] leading-9 sm:text-[2.125rem] sm:leading-10"
        >
          {firstName ? `Welcome, ${firstName}` : 'Welcome'}
        </PageHeading>
        <div className="flex flex-wrap gap-2">
          <LinkButton to="/app/listings">Browse listings</LinkButton>
          <LinkButton to="/app/my-domains?add" variant="primary" icon={Plus}>
            Add a domain
          </LinkButton>
        </div>
      </div>
      <div className="mt-5 empty:hidden">
        <PageProblem problem={problem} onTryAgain={retry} />
      </div>
      <div className="mt-7 grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Portfolio domains={dashboard?.domains ?? undefined} loading={loading} />
        <News />
      </div>
      <div className="mt-5 grid gap-5 lg:grid-cols-2">
        <LoanSummary side="borrowing" sum={dashboard?.borrowing ?? undefined} loading={loading} />
        <LoanSummary side="lending" sum={dashboard?.lending ?? undefined} loading={loading} />
      </div>
    </>
  );
}

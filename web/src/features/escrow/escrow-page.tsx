/** The page of one loan, for its borrower and its lender. */

import { Suspense, useDeferredValue, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { PageProblem } from '../../graph/page-problem.tsx';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { Loader } from '../../ui/feedback/loader.tsx';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { LoanSkeleton } from './loan/loan-skeleton.tsx';
import { LoanView } from './loan-view.tsx';
import { useLoan } from './use-loan.ts';

const SoldLoan = lazyComponent(async () => (await import('./assignment/sold-loan.tsx')).SoldLoan);

export function EscrowPage() {
  const { id = '' } = useParams();
  return <LoanById key={id} id={id} />;
}

function LoanById({ id }: { id: string }) {
  const { loan, domain, problem, retry, reload } = useLoan(id);
  const [wasCached] = useState(loan !== undefined);
  // A loan that was just read renders in the background, so that a phone stays responsive.
  const isRendered = useDeferredValue(loan !== undefined, wasCached);
  if (problem?.code === 'NOT_FOUND')
    return (
      <Suspense fallback={<Loader />}>
        <SoldLoan id={id}>
          <NotFoundPage home="/app">
            This loan doesn’t exist, or you’re not one of its parties.
          </NotFoundPage>
        </SoldLoan>
      </Suspense>
    );
  if (!loan && problem) return <PageProblem page problem={problem} onTryAgain={retry} />;
  if (!loan || !isRendered)
    return (
      <Loader>
        <LoanSkeleton />
      </Loader>
    );
  if (loan.role === 'OPERATOR') return <Navigate replace to={`/app/disputes/${id}`} />;
  return (
    <LoanView
      loan={loan}
      domain={domain}
      reload={reload}
      notice={<PageProblem problem={problem} onTryAgain={retry} />}
      renderAll={wasCached}
    />
  );
}

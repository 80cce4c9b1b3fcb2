/** One loan: where it stands, what happens next, its chat, terms, payments, domain, dispute and history. */

import { useDeferredValue, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { PageProblem } from '../../graph/page-problem.tsx';
import { Loader } from '../../ui/feedback/loader.tsx';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { LoanSkeleton } from './loan/loan-skeleton.tsx';
import { LoanView } from './loan-view.tsx';
import { useLoan } from './use-loan.ts';

export function EscrowPage() {
  const { id = '' } = useParams();
  return <LoanOf key={id} id={id} />;
}

function LoanOf({ id }: { id: string }) {
  const { loan, domain, problem, retry, reload } = useLoan(id);
  const [known] = useState(loan !== undefined);
  // What has just been read is drawn piece by piece: a phone answers its reader meanwhile.
  const drawn = useDeferredValue(loan !== undefined, known);
  if (problem?.code === 'NOT_FOUND') return <NotFoundPage home="/app" />;
  if (!loan && problem) return <PageProblem page problem={problem} onTryAgain={retry} />;
  if (!loan || !drawn)
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
      whole={known}
    />
  );
}

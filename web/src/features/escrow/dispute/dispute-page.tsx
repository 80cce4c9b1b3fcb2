/** The page of a dispute for the operator: the whole loan with its chat, evidence and contract. */

import { PageProblem } from '../../../graph/page-problem.tsx';
import { Loader } from '../../../ui/feedback/loader.tsx';
import { NotFoundPage } from '../../../ui/feedback/not-found-page.tsx';
import { LoanSkeleton } from '../loan/loan-skeleton.tsx';
import { LoanView } from '../loan-view.tsx';
import { useLoan } from '../use-loan.ts';

export function DisputePage({ id }: { id: string }) {
  const { loan, domain, problem, retry, reload } = useLoan(id);
  // Operators do not decide their own loans; those have their usual page.
  if (problem?.code === 'NOT_FOUND' || (loan && loan.role !== 'OPERATOR'))
    return <NotFoundPage home="/app" />;
  if (!loan && problem) return <PageProblem page problem={problem} onTryAgain={retry} />;
  if (!loan)
    return (
      <Loader>
        <LoanSkeleton />
      </Loader>
    );
  const notice = <PageProblem problem={problem} onTryAgain={retry} />;
  return <LoanView loan={loan} domain={domain} reload={reload} notice={notice} />;
}

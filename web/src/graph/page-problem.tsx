/** Shows why a page could not load, and offers a retry if the problem may pass. */

import { Problem } from '../ui/feedback/problem.tsx';
import type { ApiErrorDetails } from './api-error.ts';
import { isTransient, serviceLabel } from './api-error.ts';

export interface PageProblemProps {
  problem: ApiErrorDetails | undefined;
  onTryAgain?: () => void;
  /** The problem fills the whole page. */
  page?: boolean;
}

/** Only queries are retried automatically, so only they promise it. */
function describeProblem(problem: ApiErrorDetails): string {
  if (problem.code !== 'UNAVAILABLE') return problem.message;
  return `${serviceLabel(problem.service)} can’t be reached right now. Retrying automatically.`;
}

export function PageProblem({ problem, onTryAgain, page }: PageProblemProps) {
  if (!problem) return null;
  return (
    <Problem
      message={describeProblem(problem)}
      onTryAgain={isTransient(problem) ? onTryAgain : undefined}
      page={page}
    />
  );
}

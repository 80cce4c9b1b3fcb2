/** What a page could not read, in words: whose part it is, and that it is tried again. */

import { Problem } from '../ui/feedback/problem.tsx';
import type { ApiErrorDetails } from './api-error.ts';
import { isTransient, serviceLabel } from './api-error.ts';

export interface PageProblemProps {
  problem: ApiErrorDetails | undefined;
  onTryAgain?: () => void;
  /** Nothing else is on the page. */
  page?: boolean;
}

/** Said of what is read: what a person does is not tried again by itself. */
function describeProblem(problem: ApiErrorDetails): string {
  if (problem.code !== 'UNAVAILABLE') return problem.message;
  return `${serviceLabel(problem.service)} cannot be reached right now. We try again by ourselves.`;
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

/** What a page could not read, in words: whose part it is, and that it is tried again. */

import { Problem } from '../ui/feedback/problem.tsx';
import type { Refusal } from './api-error.ts';
import { partName, passes } from './api-error.ts';

export interface PageProblemProps {
  problem: Refusal | undefined;
  onTryAgain?: () => void;
  /** Nothing else is on the page. */
  page?: boolean;
}

/** Said of what is read: what a person does is not tried again by itself. */
function wordsOf(problem: Refusal): string {
  if (problem.code !== 'UNAVAILABLE') return problem.message;
  return `${partName(problem.part)} cannot be reached right now. We try again by ourselves.`;
}

export function PageProblem({ problem, onTryAgain, page }: PageProblemProps) {
  if (!problem) return null;
  return (
    <Problem
      message={wordsOf(problem)}
      onTryAgain={passes(problem) ? onTryAgain : undefined}
      page={page}
    />
  );
}

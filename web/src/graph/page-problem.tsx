/** Shows why a page could not load, and offers a retry if the problem may pass. */

import { useRef, useSyncExternalStore } from 'react';
import { Problem } from '../ui/feedback/problem.tsx';
import {
  isReachable,
  isWaitingForServer,
  subscribeToReachability,
} from '../ui/feedback/reachability.ts';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
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
  const waiting = useSyncExternalStore(subscribeToReachability, isWaitingForServer);
  const reachable = useSyncExternalStore(subscribeToReachability, isReachable);
  const ofOutage = useRef<ApiErrorDetails>(undefined);
  if (!reachable) ofOutage.current = problem;
  if (!problem) return null;
  // The band at the bottom of the window says it once for the whole page. Once the outage ends, the query is retried.
  if (problem.code === 'OFFLINE' && (waiting || problem === ofOutage.current))
    return page ? <Skeleton card /> : null;
  return (
    <Problem
      message={describeProblem(problem)}
      onTryAgain={isTransient(problem) ? onTryAgain : undefined}
      page={page}
    />
  );
}

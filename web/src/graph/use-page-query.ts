/** Reads what a page shows: at once from what is there, then anew; tries again by itself what a part could not answer. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { skipToken, useQuery } from '@apollo/client/react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { ApiErrorDetails } from './api-error.ts';
import { isTransient, toAllErrorDetails } from './api-error.ts';

export interface PageQuery<Data> {
  /** What is there; parts that are down are null in it. */
  data: Data | undefined;
  /** Nothing is there yet. */
  loading: boolean;
  /** What could not be read, most telling first; what passes is tried again by itself. */
  problem: ApiErrorDetails | undefined;
  /** Reads again now. */
  retry(): void;
}

const maxRetryDelayMs = 30_000;

/** `variables: null`: nothing to read yet. */
export function usePageQuery<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables | null,
): PageQuery<Data> {
  const options = { variables, fetchPolicy: 'cache-and-network', errorPolicy: 'all' } as const;
  const { data, error, loading, refetch } = useQuery(
    document as TypedDocumentNode<Data, OperationVariables>,
    variables === null ? skipToken : (options as never),
  );
  const found = useMemo(
    () => (error ? mostSpecific(toAllErrorDetails(error)) : undefined),
    [error],
  );
  // While it is tried again the reader keeps what was said; so too where only the cache has changed, for that clears
  // the error of what was asked and brings nothing of it.
  const said = useRef<ApiErrorDetails>(undefined);
  const asked = useRef(true);
  if (loading) asked.current = true;
  else if (asked.current || found) {
    said.current = found;
    asked.current = false;
  }
  const problem = said.current;
  const retry = useCallback(() => void refetch().catch(() => undefined), [refetch]);
  useRetries({ problem, resting: !loading, retry });
  // What was not there is drawn in slices, between which the page answers presses. What is there changes at once: the
  // view is put back where it stood, and the focus where it was, when that is drawn.
  const drawn = useDeferredValue(data as Data | undefined);
  const shown = drawn && (data as Data | undefined);
  return { data: shown, loading: !shown && (loading || data !== undefined), problem, retry };
}

const mostSpecific = (refusals: ApiErrorDetails[]) =>
  refusals.find((one) => !isTransient(one)) ?? refusals[0];

interface RetryOptions {
  problem: ApiErrorDetails | undefined;
  /** Nothing is being asked now. */
  resting: boolean;
  retry(): void;
}

/** Waits longer each time; at once when the network is back. */
function useRetries({ problem, resting, retry }: RetryOptions): void {
  const tries = useRef(0);
  useEffect(() => {
    if (!resting) return;
    if (!problem || !isTransient(problem)) {
      tries.current = 0;
      return;
    }
    const firstMs = (problem.retryAfterSeconds ?? 2) * 1000;
    const timer = setTimeout(retry, Math.min(maxRetryDelayMs, firstMs * 1.5 ** tries.current));
    tries.current++;
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [problem, resting, retry]);
}

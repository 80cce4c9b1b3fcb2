/** Loads a page's data: from the cache first, then from the network. Retries when a service is unavailable. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { skipToken, useQuery } from '@apollo/client/react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { onRecovery } from '../ui/feedback/reachability.ts';
import type { ApiErrorDetails } from './api-error.ts';
import { isTransient, toAllErrorDetails } from './api-error.ts';
import { refetchQuery } from './refetch-query.ts';

export interface PageQuery<Data> {
  /** Fields of an unavailable service are null. */
  data: Data | undefined;
  /** There is no data yet. */
  loading: boolean;
  /** The most specific error. Transient ones are retried automatically. */
  problem: ApiErrorDetails | undefined;
  /** Refetches now. */
  retry(): void;
}

const maxRetryDelayMs = 30_000;

/** `variables: null`: skip the query. */
export function usePageQuery<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables | null,
): PageQuery<Data> {
  const options = { variables, fetchPolicy: 'cache-and-network', errorPolicy: 'all' } as const;
  const { data, error, loading, observable } = useQuery(
    document as TypedDocumentNode<Data, OperationVariables>,
    variables === null ? skipToken : (options as never),
  );
  const found = useMemo(
    () => (error ? selectMainError(toAllErrorDetails(error)) : undefined),
    [error],
  );
  // Keep the message during a retry, and when a cache update clears Apollo's error without new data.
  const shownError = useRef<ApiErrorDetails>(undefined);
  const current = useKept({ data: data as Data | undefined, loading, found }, variables);
  const requested = useRef(true);
  if (loading) requested.current = true;
  else if (requested.current || found) {
    shownError.current = found;
    requested.current = false;
  }
  const problem = shownError.current;
  const retry = useCallback(() => void refetchQuery(observable), [observable]);
  useRetries({ problem, idle: !loading, retry });
  // The first render is deferred, so that the page stays responsive. Later data renders at once, because scroll and
  // focus are restored when it does.
  const drawn = useDeferredValue(current);
  const shown = drawn && current;
  return { data: shown, loading: !shown && (loading || current !== undefined), problem, retry };
}

interface QueryResult<Data> {
  data: Data | undefined;
  loading: boolean;
  found: ApiErrorDetails | undefined;
}

/** A request that fails as a whole has no data. If the failure may pass, the data of the same variables stays. */
function useKept<Data>(
  { data, loading, found }: QueryResult<Data>,
  variables: unknown,
): Data | undefined {
  const key = JSON.stringify(variables);
  const kept = useRef<{ key: string; data: Data }>(undefined);
  if (data !== undefined) kept.current = { key, data };
  const isPassing = loading || (found !== undefined && isTransient(found));
  return data ?? (isPassing && kept.current?.key === key ? kept.current.data : undefined);
}

const selectMainError = (refusals: ApiErrorDetails[]) =>
  refusals.find((one) => !isTransient(one)) ?? refusals[0];

interface RetryOptions {
  problem: ApiErrorDetails | undefined;
  /** No request is in flight. */
  idle: boolean;
  retry(): void;
}

/** Retries with increasing delay, and immediately when the network or the server is back. */
function useRetries({ problem, idle, retry }: RetryOptions): void {
  const attempts = useRef(0);
  const isOffline = problem?.code === 'OFFLINE';
  useEffect(() => {
    if (!isOffline) return;
    // Also during a request, which may have been sent before the recovery.
    return onRecovery(() => {
      attempts.current = 0;
      retry();
    });
  }, [isOffline, retry]);
  useEffect(() => {
    if (!idle) return;
    if (!problem || !isTransient(problem)) {
      attempts.current = 0;
      return;
    }
    const firstMs = (problem.retryAfterSeconds ?? 2) * 1000;
    const timer = setTimeout(retry, Math.min(maxRetryDelayMs, firstMs * 1.5 ** attempts.current));
    attempts.current++;
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [problem, idle, retry]);
}

/**
 * Subscribes while a component is mounted, and resubscribes when the subscription ends early. Updates in between are
 * missed, so the queries on screen are then refetched.
 */

import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { refetchQueries } from './refetch-query.ts';
import { onReconnect } from './socket.ts';

/** Delay before resubscribing after an error, such as an expired session or a service that is down; doubles each time. */
const minDelayMs = 4_000;
const maxDelayMs = 60_000;
/** A subscription that lasted this long starts again with the shortest delay. */
const lastingMs = 60_000;
/** After a new subscription, which the server does not acknowledge; also joins the refetches of several. */
const refetchDelayMs = 1_000;

const refetching = new WeakSet<ApolloClient>();

function refetchSoon(client: ApolloClient): void {
  if (refetching.has(client)) return;
  refetching.add(client);
  setTimeout(() => {
    refetching.delete(client);
    void refetchQueries(client, 'active');
  }, refetchDelayMs);
}

export interface LiveUpdatesOptions<Data, Variables> {
  /** Null: do not subscribe yet. A function is called on each (re)subscribe, for cursors that move on. */
  variables: Variables | (() => Variables) | null;
  onData?(data: Data): void;
}

export function useLiveUpdates<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  { variables, onData }: LiveUpdatesOptions<Data, Variables>,
): void {
  const client = useApolloClient();
  const latest = useRef({ variables, onData });
  latest.current = { variables, onData };
  const key = typeof variables === 'function' ? 'moving' : JSON.stringify(variables);
  useEffect(() => {
    if (key === 'null') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let watch: { unsubscribe(): void } | undefined;
    let attempts = 0;
    const start = () => {
      const startedMs = performance.now();
      const { variables: current } = latest.current;
      const now = typeof current === 'function' ? current() : current;
      const again = () => {
        if (performance.now() - startedMs >= lastingMs) attempts = 0;
        const delayMs = Math.min(maxDelayMs, minDelayMs * 2 ** attempts++);
        timer = setTimeout(() => {
          start();
          refetchSoon(client);
        }, delayMs);
      };
      watch = client
        .subscribe({
          query: document as TypedDocumentNode<Data, OperationVariables>,
          variables: now as OperationVariables,
          errorPolicy: 'all',
        })
        .subscribe({
          next: ({ data }) => {
            if (data) latest.current.onData?.(data as Data);
          },
          error: again,
          complete: again,
        });
    };
    // Deferred, so that the page's own queries go first.
    timer = setTimeout(start);
    // On reconnect the socket would resend the original variables.
    const stop = onReconnect(() => {
      if (key !== 'moving') return;
      clearTimeout(timer);
      watch?.unsubscribe();
      start();
    });
    return () => {
      stop();
      clearTimeout(timer);
      watch?.unsubscribe();
    };
  }, [client, document, key]);
}

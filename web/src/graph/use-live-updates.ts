/** Subscribes while a component is mounted, and resubscribes when the subscription ends early. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { onReconnect } from './socket.ts';

/** Delay before resubscribing after an error, such as an expired session or too many subscriptions. */
const resubscribeDelayMs = 4_000;

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
    const start = () => {
      const { variables: current } = latest.current;
      const now = typeof current === 'function' ? current() : current;
      const again = () => {
        timer = setTimeout(start, resubscribeDelayMs);
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

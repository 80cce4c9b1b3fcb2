/** Watches something for as long as a component is there; begins again when the watch ends before the component does. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { onReconnect } from './socket.ts';

/** A watch that was refused (its session renewed meanwhile, too many) is worth another try, but not at once. */
const resubscribeDelayMs = 4_000;

export interface LiveUpdatesOptions<Data, Variables> {
  /** Null: not yet. A function is asked anew whenever the watch begins or the socket is back, as where `after` moves on. */
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
    const begin = () => {
      const { variables: given } = latest.current;
      const now = typeof given === 'function' ? given() : given;
      const again = () => {
        timer = setTimeout(begin, resubscribeDelayMs);
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
    // After what the page has to read: each of these takes the browser a while.
    timer = setTimeout(begin);
    // The socket by itself would ask again for what was asked at the beginning.
    const stop = onReconnect(() => {
      if (key !== 'moving') return;
      clearTimeout(timer);
      watch?.unsubscribe();
      begin();
    });
    return () => {
      stop();
      clearTimeout(timer);
      watch?.unsubscribe();
    };
  }, [client, document, key]);
}

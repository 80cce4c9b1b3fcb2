/** What a button or a form does: one mutation at a time, its refusal as a `Refused` that forms understand. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useRef, useState } from 'react';
import { ApiError, toErrorDetails } from './api-error.ts';
import { notifyOtherTabs } from './other-tabs.ts';

export interface ActionOptions {
  /** Names of queries that are read again before it counts as done, in other tabs too: lists take no new rows by themselves. */
  refetch?: string[];
  /** Sent without a session: signing in, resetting. */
  asVisitor?: boolean;
}

export type RunAction<Data, Variables> = (variables: Variables) => Promise<Data>;

/** `busy` until it is answered; a second press while it runs waits for the first instead of doing it twice. */
export function useAction<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  { refetch = [], asVisitor = false }: ActionOptions = {},
): [act: RunAction<Data, Variables>, busy: boolean] {
  const client = useApolloClient();
  const running = useRef<Promise<Data>>(undefined);
  const [busy, setBusy] = useState(false);
  const names = refetch.join();
  const act = useCallback(
    (variables: Variables) => {
      running.current ??= (async () => {
        setBusy(true);
        try {
          const { data } = await client.mutate({
            mutation: document as TypedDocumentNode<Data, OperationVariables>,
            variables,
            context: { asVisitor },
          });
          if (names) {
            const include = names.split(',');
            notifyOtherTabs(include);
            // That the list could not be read again does not undo what was done.
            await client.refetchQueries({ include }).catch(() => undefined);
          }
          return data as Data;
        } catch (error) {
          throw new ApiError(toErrorDetails(error));
        } finally {
          running.current = undefined;
          setBusy(false);
        }
      })();
      return running.current;
    },
    [client, document, asVisitor, names],
  );
  return [act, busy];
}

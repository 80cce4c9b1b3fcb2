/** Runs the mutation of a button or a form: one at a time, failures thrown as `ApiError`. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useRef, useState } from 'react';
import { ApiError, toErrorDetails } from './api-error.ts';
import { notifyOtherTabs } from './other-tabs.ts';
import { refetchQueries } from './refetch-query.ts';

export interface ActionOptions {
  /** Queries to refetch before the action resolves, in other tabs too. Lists do not pick up new rows otherwise. */
  refetch?: string[];
  /** Send without a session: login, password reset. */
  asVisitor?: boolean;
  /** Complete the request even if the page is closed. */
  keepalive?: boolean;
}

export type RunAction<Data, Variables> = (variables: Variables) => Promise<Data>;

/** `busy` while the mutation runs. A second call joins the running one instead of repeating it. */
export function useAction<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  { refetch = [], asVisitor = false, keepalive = false }: ActionOptions = {},
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
            context: { asVisitor, ...(keepalive && { fetchOptions: { keepalive } }) },
          });
          if (names) {
            const include = names.split(',');
            notifyOtherTabs(include);
            // The mutation succeeded even if the refetch fails.
            await refetchQueries(client, include);
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
    [client, document, asVisitor, keepalive, names],
  );
  return [act, busy];
}

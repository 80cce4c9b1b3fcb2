/**
 * Refetches queries on screen, each after its request in flight. Apollo would share that request, whose reply may be
 * older than the change that made the refetch necessary.
 */

import type { ApolloClient, ObservableQuery, OperationVariables } from '@apollo/client';
import { NetworkStatus } from '@apollo/client';

type Query = Pick<
  ObservableQuery<unknown, OperationVariables>,
  'getCurrentResult' | 'refetch' | 'subscribe'
>;

/** Refetches that wait for the request in flight; more of them are one. */
const waiting = new WeakMap<object, Promise<void>>();

/** Resolves with the reply. Never rejects: a failure is in the query's result. */
export function refetchQuery(query: Query): Promise<void> {
  const known = waiting.get(query);
  if (known) return known;
  const refetched = waitUntilIdle(query)
    .then(() => {
      waiting.delete(query);
      return query.refetch();
    })
    .then(
      () => undefined,
      () => undefined,
    );
  waiting.set(query, refetched);
  return refetched;
}

const isIdle = ({ networkStatus }: { networkStatus: NetworkStatus }) =>
  networkStatus >= NetworkStatus.ready;

/** Also resolves if the query leaves the screen. */
async function waitUntilIdle(query: Query): Promise<void> {
  if (isIdle(query.getCurrentResult())) return;
  let subscription: { unsubscribe(): void } | undefined;
  await new Promise<void>((resolve) => {
    subscription = query.subscribe({
      next: (result) => isIdle(result) && resolve(),
      complete: resolve,
    });
  });
  subscription?.unsubscribe();
}

/** `include`: the names of queries, or all on screen. Resolves with the replies and never rejects. */
export async function refetchQueries(
  client: ApolloClient,
  include: 'active' | string[],
): Promise<void> {
  await Promise.all([...client.getObservableQueries(include)].map(refetchQuery));
}

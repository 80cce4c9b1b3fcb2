/** Refetches a query whose response contradicts a live update that arrived while it was in flight. */

import { ApolloLink } from '@apollo/client';
import { getMainDefinition } from '@apollo/client/utilities';
import type { Observable } from 'rxjs';
import { defer, finalize, mergeMap, of, tap } from 'rxjs';

/** After this many attempts the response is used as it is. */
const maxAttempts = 3;

type FieldVisitor = (place: string, value: string) => void;

/** Visits each field of each record; a nested record counts as its id. */
function visitFields(value: unknown, visit: FieldVisitor, place = ''): void {
  if (Array.isArray(value)) {
    visit(place, [value.length, ...value.map(cacheKey)].join());
    value.forEach((one, index) => {
      visitFields(one, visit, `${place}.${index}`);
    });
  } else if (typeof value === 'object' && value !== null) {
    const own = cacheKey(value) || place;
    visit(place, own);
    for (const [field, inner] of Object.entries(value))
      visitFields(inner, visit, `${own}.${field}`);
  } else visit(place, String(value));
}

/** Identifies a record as `Type:id`; empty if it has no id. */
function cacheKey(value: unknown): string {
  const { __typename: type, id } = (value ?? {}) as { __typename?: string; id?: string };
  return id === undefined ? '' : `${type}:${id}`;
}

/** Returns one link for subscriptions and one for all other operations. */
export function createStaleReadGuard(): { live: ApolloLink; calls: ApolloLink } {
  const updates = new Map<string, { updateCount: number; value: string }>();
  let updateCount = 0;
  let inFlight = 0;

  const live = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap(({ data }) => {
        if (inFlight === 0) return;
        updateCount++;
        visitFields(data, (place, value) => updates.set(place, { updateCount, value }));
      }),
    ),
  );

  const isOld = (data: unknown, since: number) => {
    let old = false;
    visitFields(data, (place, value) => {
      const newer = updates.get(place);
      if (newer && newer.updateCount > since && newer.value !== value) old = true;
    });
    return old;
  };

  const calls = new ApolloLink((operation, forward) => {
    const definition = getMainDefinition(operation.query);
    if (!('operation' in definition) || definition.operation !== 'query') return forward(operation);
    const attempt = (left: number): Observable<ApolloLink.Result> => {
      const since = updateCount;
      return forward(operation).pipe(
        mergeMap((result) =>
          left > 1 && updateCount > since && isOld(result.data, since)
            ? attempt(left - 1)
            : of(result),
        ),
      );
    };
    return defer(() => {
      inFlight++;
      return attempt(maxAttempts).pipe(
        finalize(() => {
          inFlight--;
          if (inFlight === 0) updates.clear();
        }),
      );
    });
  });
  return { live, calls };
}

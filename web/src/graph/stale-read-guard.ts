/** What comes live while an answer is under way is newer than it: an answer that says otherwise is asked for again. */

import { ApolloLink } from '@apollo/client';
import { getMainDefinition } from '@apollo/client/utilities';
import type { Observable } from 'rxjs';
import { defer, finalize, mergeMap, of, tap } from 'rxjs';

/** What changes faster than it can be read is shown as it was read. */
const maxAttempts = 3;

type FieldVisitor = (place: string, value: string) => void;

/** Tells what each field of each record says; other records in it by their ids. */
function visitFields(value: unknown, tell: FieldVisitor, place = ''): void {
  if (Array.isArray(value)) {
    tell(place, [value.length, ...value.map(cacheKey)].join());
    value.forEach((one, index) => {
      visitFields(one, tell, `${place}.${index}`);
    });
  } else if (typeof value === 'object' && value !== null) {
    const own = cacheKey(value) || place;
    tell(place, own);
    for (const [field, inner] of Object.entries(value)) visitFields(inner, tell, `${own}.${field}`);
  } else tell(place, String(value));
}

/** Of a record. */
function cacheKey(value: unknown): string {
  const { __typename: type, id } = (value ?? {}) as { __typename?: string; id?: string };
  return id === undefined ? '' : `${type}:${id}`;
}

/** The links through which subscriptions and everything else go. */
export function createStaleReadGuard(): { live: ApolloLink; calls: ApolloLink } {
  const told = new Map<string, { turn: number; value: string }>();
  let turn = 0;
  let underWay = 0;

  const live = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap(({ data }) => {
        if (underWay === 0) return;
        turn++;
        visitFields(data, (place, value) => told.set(place, { turn, value }));
      }),
    ),
  );

  const isOld = (data: unknown, since: number) => {
    let old = false;
    visitFields(data, (place, value) => {
      const newer = told.get(place);
      if (newer && newer.turn > since && newer.value !== value) old = true;
    });
    return old;
  };

  const calls = new ApolloLink((operation, forward) => {
    const definition = getMainDefinition(operation.query);
    if (!('operation' in definition) || definition.operation !== 'query') return forward(operation);
    const ask = (left: number): Observable<ApolloLink.Result> => {
      const since = turn;
      return forward(operation).pipe(
        mergeMap((result) =>
          left > 1 && turn > since && isOld(result.data, since) ? ask(left - 1) : of(result),
        ),
      );
    };
    return defer(() => {
      underWay++;
      return ask(maxAttempts).pipe(
        finalize(() => {
          underWay--;
          if (underWay === 0) told.clear();
        }),
      );
    });
  });
  return { live, calls };
}

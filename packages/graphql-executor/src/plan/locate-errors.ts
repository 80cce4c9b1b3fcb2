/** Converts subgraph errors for the client: adds the service, a code, and the path in the whole response. */

import { GraphQLError } from 'graphql';
import type { PlanPath } from './plan-types.ts';

type Path = readonly (string | number)[];

export interface FetchLocation {
  service: string;
  path: PlanPath;
  /** Whether entities were fetched, whose error paths start with their index in the request. */
  entities: boolean;
}

/** `root`: all data fetched so far. `subgraphErrors`: the errors of the response. */
export function locateErrors(
  subgraphErrors: readonly GraphQLError[],
  { service, path, entities }: FetchLocation,
  root: unknown,
): GraphQLError[] {
  let paths: Path[] | undefined;
  const pathOf = (given: Path | undefined): Path | undefined => {
    if (entities && typeof given?.[1] === 'number') {
      paths ??= findPaths(root, path);
      return [...(paths[given[1]] ?? []), ...given.slice(2)];
    }
    return given ? [...path, ...given.slice()] : undefined;
  };
  return subgraphErrors.map((one) => {
    const { extensions } = one;
    const code = extensions?.code ? undefined : { code: 'DOWNSTREAM_SERVICE_ERROR' };
    return new GraphQLError(
      one.message || `Error while fetching subquery from service "${service}"`,
      {
        originalError: one,
        path: pathOf(one.path),
        extensions: { ...extensions, serviceName: service, ...code },
      },
    );
  });
}

/** The paths of all present objects at a plan's path, in order. */
function findPaths(root: unknown, path: PlanPath): Path[] {
  const found: Path[] = [];
  visit(root, { path, at: 0, parents: [] }, found);
  return found;
}

interface Visit {
  path: PlanPath;
  at: number;
  parents: Path;
}

function visit(value: unknown, { path, at, parents }: Visit, found: Path[]): void {
  if (value === null || value === undefined) return;
  const head = path[at];
  if (head === undefined) {
    found.push(parents);
    return;
  }
  if (Array.isArray(value)) {
    const next = head === '@' ? at + 1 : at;
    for (const [index, item] of value.entries())
      visit(item, { path, at: next, parents: [...parents, index] }, found);
    return;
  }
  if (head === '@') throw new Error('expected array when encountering `@`');
  if (!Object.hasOwn(value, head)) return;
  const below = (value as Record<string | number, unknown>)[head];
  visit(below, { path, at: at + 1, parents: [...parents, head] }, found);
}

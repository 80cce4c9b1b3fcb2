/** The errors of a subgraph as a client sees them: with its name, a code, and the path in the whole answer. */

import { GraphQLError } from 'graphql';
import type { PlanPath } from './plan-types.ts';

type Path = readonly (string | number)[];

export interface FaultPlace {
  part: string;
  path: PlanPath;
  /** Whether it fetched entities, whose paths begin with their place in the list that was sent. */
  entities: boolean;
}

/** `root`: all that was fetched so far. `told`: errors as the subgraph answered them. */
export function tellFaults(
  told: readonly GraphQLError[],
  { part, path, entities }: FaultPlace,
  root: unknown,
): GraphQLError[] {
  let places: Path[] | undefined;
  const pathOf = (given: Path | undefined): Path | undefined => {
    if (entities && typeof given?.[1] === 'number') {
      places ??= placesAt(root, path);
      return [...(places[given[1]] ?? []), ...given.slice(2)];
    }
    return given ? [...path, ...given.slice()] : undefined;
  };
  return told.map((one) => {
    const { extensions } = one;
    const code = extensions?.code ? undefined : { code: 'DOWNSTREAM_SERVICE_ERROR' };
    return new GraphQLError(one.message || `Error while fetching subquery from service "${part}"`, {
      originalError: one,
      path: pathOf(one.path),
      extensions: { ...extensions, serviceName: part, ...code },
    });
  });
}

/** The paths of all objects at a plan's path that are there, in their order. */
function placesAt(root: unknown, path: PlanPath): Path[] {
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

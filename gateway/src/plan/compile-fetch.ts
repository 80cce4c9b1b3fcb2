/** A fetch of a plan as a function: what it sends, and what becomes of the answer. */

import type { QueryPlan } from '@apollo/query-planner';
import { isOdd } from '@nameloan/service/graphql/compiled/object-template.ts';
import type { GraphqlResponse } from '@nameloan/service/local-services.ts';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { FaultPlace } from './locate-errors.ts';
import { tellFaults } from './locate-errors.ts';
import type { Tree } from './merge-trees.ts';
import { emptyFor, mergeInto } from './merge-trees.ts';
import type { PlannedFetch, PlanPath, Run, RunNode } from './plan-types.ts';
import { representerOf } from './represent.ts';
import type { RewriteTree } from './rewrite-trees.ts';
import { rewriterOf } from './rewrite-trees.ts';

export type FetchNode = Extract<NonNullable<QueryPlan['node']>, { kind: 'Fetch' }>;

interface Fetching {
  fetch: PlannedFetch;
  place: FaultPlace;
  pick: (run: Run) => Tree;
  rewrite: RewriteTree | undefined;
}

export function compileFetch(schema: GraphQLSchema, node: FetchNode, path: PlanPath): RunNode {
  const { serviceName: part, operation: query, operationName, requires } = node;
  const fetching: Fetching = {
    fetch: { part, query, operationName, mutation: node.operationKind === 'mutation' },
    place: { part, path, entities: requires !== undefined },
    pick: pickerOf(node.variableUsages ?? []),
    rewrite: rewriterOf(schema, node.outputRewrites),
  };
  const run = requires ? entitiesOf(schema, node, fetching) : rootsOf(fetching);
  // What goes wrong in one fetch is told; the others go on.
  return async (one, at) => {
    try {
      await run(one, at);
    } catch (error) {
      one.errors.push(error as GraphQLError);
    }
  };
}

const there = (value: unknown): boolean => value !== null && value !== undefined;

const objectsAt = (at: unknown): unknown[] => (Array.isArray(at) ? at.filter(there) : [at]);

/** The variables that the fetch uses, of those that were given. */
function pickerOf(names: readonly string[]): (run: Run) => Tree {
  const odd = names.some(isOdd);
  return ({ variables }) => {
    const picked = emptyFor(odd);
    for (const name of names) {
      if (!Object.hasOwn(variables, name)) continue;
      const value = variables[name];
      if (value !== undefined) picked[name] = value;
    }
    return picked;
  };
}

async function send(run: Run, { fetch, place }: Fetching, variables: Tree) {
  const { data, errors }: GraphqlResponse = await run.send(fetch, variables);
  if (errors) run.errors.push(...tellFaults(errors as GraphQLError[], place, run.root));
  return data;
}

type Running = (run: Run, at: unknown) => Promise<void>;

function rootsOf(fetching: Fetching): Running {
  const { pick, rewrite } = fetching;
  return async (run, at) => {
    const objects = objectsAt(at);
    if (objects.length === 0) return;
    const data = await send(run, fetching, pick(run));
    if (data) rewrite?.(data);
    for (const object of objects) mergeInto(object, data);
  };
}

function entitiesOf(schema: GraphQLSchema, node: FetchNode, fetching: Fetching): Running {
  const represent = representerOf(schema, node.requires ?? []);
  const prepare = rewriterOf(schema, node.inputRewrites);
  const { pick, rewrite } = fetching;
  return async (run, at) => {
    const representations: Tree[] = [];
    const represented: Tree[] = [];
    for (const object of objectsAt(at)) {
      const one = represent(object);
      if (!one?.__typename) continue;
      prepare?.(one);
      representations.push(one);
      represented.push(object as Tree);
    }
    if (representations.length === 0) return;
    const variables = pick(run);
    if ('representations' in variables)
      throw new Error('Variables cannot contain key "representations"');
    variables.representations = representations;
    const data = await send(run, fetching, variables);
    if (!data) return;
    for (const [index, entity] of entitiesIn(data, representations.length).entries()) {
      const known = represented[index] as Tree;
      if (entity && !entity.__typename) entity.__typename = known.__typename;
      rewrite?.(entity);
      mergeInto(known, entity);
    }
  };
}

function entitiesIn({ _entities: entities }: Tree, expected: number): (Tree | null)[] {
  if (!Array.isArray(entities))
    throw new Error('Expected "data._entities" in response to be an array');
  if (entities.length !== expected)
    throw new Error(`Expected "data._entities" to contain ${expected} elements`);
  return entities;
}

/** Compiles a fetch of a plan into a function that sends the request and merges the response. */

import type { QueryPlan } from '@apollo/query-planner';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { isInherited } from '../document/object-template.ts';
import type { GraphqlResponse } from '../local-services.ts';
import type { FetchLocation } from './locate-errors.ts';
import { locateErrors } from './locate-errors.ts';
import type { Tree } from './merge-trees.ts';
import { emptyFor, mergeInto } from './merge-trees.ts';
import type { PlannedFetch, PlanPath, Run, RunNode } from './plan-types.ts';
import { compileRepresentation } from './represent.ts';
import type { RewriteTree } from './rewrite-trees.ts';
import { compileRewrites } from './rewrite-trees.ts';

export type FetchNode = Extract<NonNullable<QueryPlan['node']>, { kind: 'Fetch' }>;

interface CompiledFetch {
  fetch: PlannedFetch;
  place: FetchLocation;
  pick: (run: Run) => Tree;
  rewrite: RewriteTree | undefined;
}

export function compileFetch(schema: GraphQLSchema, node: FetchNode, path: PlanPath): RunNode {
  const { serviceName: service, operation: query, operationName, requires } = node;
  const compiledFetch: CompiledFetch = {
    fetch: { service, query, operationName, mutation: node.operationKind === 'mutation' },
    place: { service, path, entities: requires !== undefined },
    pick: compileVariablePicker(node.variableUsages ?? []),
    rewrite: compileRewrites(schema, node.outputRewrites),
  };
  const run = requires ? fetchEntities(schema, node, compiledFetch) : fetchRoots(compiledFetch);
  // A failed fetch is reported; the others continue.
  return async (fetchRun, at) => {
    try {
      await run(fetchRun, at);
    } catch (error) {
      fetchRun.errors.push(error as GraphQLError);
    }
  };
}

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;

const objectsAt = (at: unknown): unknown[] => (Array.isArray(at) ? at.filter(isPresent) : [at]);

/** Picks the given variables that the fetch uses. */
function compileVariablePicker(names: readonly string[]): (run: Run) => Tree {
  const odd = names.some(isInherited);
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

async function send(run: Run, { fetch, place }: CompiledFetch, variables: Tree) {
  const { data, errors }: GraphqlResponse = await run.send(fetch, variables);
  if (errors) run.errors.push(...locateErrors(errors as GraphQLError[], place, run.root));
  return data;
}

type FetchRunner = (run: Run, at: unknown) => Promise<void>;

function fetchRoots(compiledFetch: CompiledFetch): FetchRunner {
  const { pick, rewrite } = compiledFetch;
  return async (run, at) => {
    const objects = objectsAt(at);
    if (objects.length === 0) return;
    const data = await send(run, compiledFetch, pick(run));
    if (data) rewrite?.(data);
    for (const object of objects) mergeInto(object, data);
  };
}

function fetchEntities(
  schema: GraphQLSchema,
  node: FetchNode,
  compiledFetch: CompiledFetch,
): FetchRunner {
  const represent = compileRepresentation(schema, node.requires ?? []);
  const rewriteInput = compileRewrites(schema, node.inputRewrites);
  const { pick, rewrite } = compiledFetch;
  return async (run, at) => {
    const representations: Tree[] = [];
    const represented: Tree[] = [];
    for (const object of objectsAt(at)) {
      const fetchRun = represent(object);
      if (!fetchRun?.__typename) continue;
      rewriteInput?.(fetchRun);
      representations.push(fetchRun);
      represented.push(object as Tree);
    }
    if (representations.length === 0) return;
    const variables = pick(run);
    if ('representations' in variables)
      throw new Error('Variables cannot contain key "representations"');
    variables.representations = representations;
    const data = await send(run, compiledFetch, variables);
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

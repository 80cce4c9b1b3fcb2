/** Compiles plan nodes into one function: sequences, parallel nodes, flattened paths and conditions. */

import type { QueryPlan } from '@apollo/query-planner';
import type { GraphQLSchema } from 'graphql';
import { compileFetch } from './compile-fetch.ts';
import { ownOf } from './merge-trees.ts';
import type { PlanPath, RunNode } from './plan-types.ts';

export type PlanNode = Exclude<NonNullable<QueryPlan['node']>, { kind: 'Subscription' }>;

/** Thrown for a plan or an operation that only the stock executor can run. */
export class NotCompilableError extends Error {}

/** `path`: the position in the response. Throws NotCompilableError. */
export function compileNode(schema: GraphQLSchema, node: PlanNode, path: PlanPath): RunNode {
  switch (node.kind) {
    case 'Sequence':
      return inSequence(node.nodes.map((one) => compileNode(schema, one, path)));
    case 'Parallel':
      return inParallel(node.nodes.map((one) => compileNode(schema, one, path)));
    case 'Flatten':
      return atPlace(node.path, compileNode(schema, node.node, [...path, ...node.path]));
    case 'Condition': {
      const { condition, ifClause, elseClause } = node;
      const yes = ifClause && compileNode(schema, ifClause, path);
      const no = elseClause && compileNode(schema, elseClause, path);
      return (run, at) => (ownOf(run.conditions, condition) === true ? yes : no)?.(run, at);
    }
    case 'Fetch':
      if (node.contextRewrites?.length) throw new NotCompilableError('a fetch with context');
      return compileFetch(schema, node, path);
    default:
      throw new NotCompilableError(`a node of the kind ${node.kind}`);
  }
}

function inSequence(nodes: readonly RunNode[]): RunNode {
  return async (run, at) => {
    for (const node of nodes) await node(run, at);
  };
}

function inParallel(nodes: readonly RunNode[]): RunNode {
  return async (run, at) => {
    await Promise.all(nodes.map((node) => node(run, at)));
  };
}

/** Does nothing if there is no value at the path. Rejects if the response does not match the plan. */
function atPlace(path: PlanPath, node: RunNode): RunNode {
  return (run, at) => {
    try {
      const found = valuesAt(at, path, 0);
      return found ? node(run, found) : undefined;
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

/** The value at a path; values inside lists are flattened into one list. */
function valuesAt(value: unknown, path: PlanPath, at: number): unknown {
  if (at === path.length || value === undefined || value === null) return value;
  const step = path[at] as string;
  if (step === '@') {
    if (!Array.isArray(value)) throw new Error(`a list is expected before ${path.join('.')}`);
    return value.flatMap((item) => valuesAt(item, path, at + 1));
  }
  if (Array.isArray(value)) throw new Error(`no list is expected at ${step} of ${path.join('.')}`);
  return valuesAt(ownOf(value as object, step), path, at + 1);
}

/**
 * A planned operation as one function: its fetches, and then its answer. The stock executor stays the referee
 * (`compile-operation.test.ts`), and runs what is refused here.
 */

import type { Operation, Schema } from '@apollo/federation-internals';
import { isCompositeType } from '@apollo/federation-internals';
import type { QueryPlan } from '@apollo/query-planner';
import { PerConditions } from '@nameloan/service/graphql/compiled/conditions.ts';
import { isOdd } from '@nameloan/service/graphql/compiled/object-template.ts';
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { GraphQLError } from 'graphql';
import type { PlanNode } from './compile-nodes.ts';
import { compileNode, LeftToStock } from './compile-nodes.ts';
import { Shapes } from './compile-shape.ts';
import type { Tree } from './merge-trees.ts';
import { ownOf } from './merge-trees.ts';
import type { Run, RunNode, Send, Variables } from './plan-types.ts';
import { Shaping } from './shape-context.ts';
import type { Shown } from './shape-tree.ts';
import { ShownReader } from './shape-tree.ts';

export interface Planned {
  plan: QueryPlan;
  operation: Operation;
  /** With all that the subgraphs know. */
  supergraphSchema: GraphQLSchema;
}

export interface PlanAnswer {
  data?: Record<string, unknown> | null;
  errors?: readonly GraphQLError[];
  extensions?: { valueCompletion: readonly GraphQLFormattedError[] };
}

/** Undefined, and nothing is fetched, where a variable is null that decides what is selected. */
export type RunOperation = (
  variables: Variables,
  send: Send,
) => Promise<PlanAnswer> | PlanAnswer | undefined;

/** Throws LeftToStock. */
export function compileOperation({ plan, operation, supergraphSchema }: Planned): RunOperation {
  if (plan.node?.kind === 'Subscription') throw new LeftToStock('a subscription');
  const fetchAll = plan.node && compileNode(supergraphSchema, plan.node, []);
  const schema: Schema = operation.schema();
  const root = schema.schemaDefinition.rootType(operation.rootKind);
  if (!root || !isCompositeType(root)) throw new LeftToStock('a root that is no type');
  const shown = new ShownReader(schema).read(operation.selectionSet);
  const odd = keysOf(shown).some(isOdd);
  const names = [...new Set([...conditionsIn(plan.node), ...namesIn(shown)])];
  const defaults = operation.collectDefaultedVariableValues();
  const shapes = new PerConditions(names, (conditions) =>
    new Shapes(schema, { conditions, odd }).root(shown, root),
  );
  return (given, send) => {
    const held = names.length === 0 ? given : { ...defaults, ...given };
    if (!names.every((name) => typeof ownOf(held, name) === 'boolean')) return undefined;
    const run: Run = { variables: given, conditions: held, send, errors: [], root: {} };
    const shape = shapes.of(held);
    return fetchAll ? runAll(run, fetchAll, shape) : answer(run, shape);
  };
}

type ShapeRoot = ReturnType<Shapes['root']>;

async function runAll(run: Run, fetchAll: RunNode, shape: ShapeRoot): Promise<PlanAnswer> {
  await fetchAll(run, run.root);
  return answer(run, shape);
}

function answer({ root, errors }: Run, shape: ShapeRoot): PlanAnswer {
  const shaping = new Shaping(errors.length === 0);
  let data: Tree | null;
  try {
    data = shape(root, shaping);
  } catch (error) {
    const originalError = error as Error;
    return { errors: [new GraphQLError(originalError.message, { originalError })] };
  }
  if (errors.length > 0) return { errors, data };
  const { faults } = shaping;
  return faults.length > 0 ? { extensions: { valueCompletion: faults }, data } : { data };
}

/** Names of the variables on which a plan's fetches depend. */
function conditionsIn(node: PlanNode | undefined): string[] {
  switch (node?.kind) {
    case 'Sequence':
    case 'Parallel':
      return node.nodes.flatMap(conditionsIn);
    case 'Flatten':
      return conditionsIn(node.node);
    case 'Condition':
      return [node.condition, ...conditionsIn(node.ifClause), ...conditionsIn(node.elseClause)];
    default:
      return [];
  }
}

/** Names of the variables on which an answer's shape depends. */
const namesIn = (shown: Shown): string[] =>
  [...setsIn(shown)].flatMap(({ selections }) =>
    selections.flatMap(({ skip, include }) =>
      [skip, include].flatMap((one) => (one && 'variable' in one ? [one.variable] : [])),
    ),
  );

/** All keys of an answer. */
const keysOf = (shown: Shown): string[] =>
  [...setsIn(shown)].flatMap(({ selections }) =>
    selections.flatMap((one) => (one.kind === 'field' ? [one.key] : [])),
  );

/** A selection set and all below it, each once. */
function setsIn(shown: Shown, found = new Set<Shown>()): Set<Shown> {
  if (found.has(shown)) return found;
  found.add(shown);
  for (const { below } of shown.selections) if (below) setsIn(below, found);
  return found;
}

/**
 * Compiles a planned operation into one function: its fetches, then its response. The stock executor defines the
 * expected results (`compile-operation.test.ts`) and runs what cannot be compiled.
 */

import type { Operation, Schema } from '@apollo/federation-internals';
import { isCompositeType } from '@apollo/federation-internals';
import type { QueryPlan } from '@apollo/query-planner';
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { GraphQLError } from 'graphql';
import { VariantCache } from '../document/conditions.ts';
import { isInherited } from '../document/object-template.ts';
import type { PlanNode } from './compile-nodes.ts';
import { compileNode, NotCompilableError } from './compile-nodes.ts';
import { ShapeCompiler } from './compile-shape.ts';
import type { Tree } from './merge-trees.ts';
import { ownOf } from './merge-trees.ts';
import type { Run, RunNode, Send, Variables } from './plan-types.ts';
import { ShapeContext } from './shape-context.ts';
import type { SelectionTree } from './shape-tree.ts';
import { SelectionReader } from './shape-tree.ts';

export interface Planned {
  plan: QueryPlan;
  operation: Operation;
  /** The schema of all subgraphs, including federation internals. */
  supergraphSchema: GraphQLSchema;
}

export interface PlanResult {
  data?: Record<string, unknown> | null;
  errors?: readonly GraphQLError[];
  extensions?: { valueCompletion: readonly GraphQLFormattedError[] };
}

/** Returns undefined without fetching if a variable that decides what is selected is null. */
export type RunOperation = (
  variables: Variables,
  send: Send,
) => Promise<PlanResult> | PlanResult | undefined;

/** Throws NotCompilableError. */
export function compileOperation({ plan, operation, supergraphSchema }: Planned): RunOperation {
  if (plan.node?.kind === 'Subscription') throw new NotCompilableError('a subscription');
  const fetchAll = plan.node && compileNode(supergraphSchema, plan.node, []);
  const schema: Schema = operation.schema();
  const root = schema.schemaDefinition.rootType(operation.rootKind);
  if (!root || !isCompositeType(root)) throw new NotCompilableError('a root without a type');
  const selectionTree = new SelectionReader(schema).read(operation.selectionSet);
  const odd = keysOf(selectionTree).some(isInherited);
  const names = [...new Set([...conditionsIn(plan.node), ...conditionNames(selectionTree)])];
  const defaults = operation.collectDefaultedVariableValues();
  const shapes = new VariantCache(names, (conditions) =>
    new ShapeCompiler(schema, { conditions, odd }).root(selectionTree, root),
  );
  return (given, send) => {
    const conditionValues = names.length === 0 ? given : { ...defaults, ...given };
    if (!names.every((name) => typeof ownOf(conditionValues, name) === 'boolean')) return undefined;
    const run: Run = { variables: given, conditions: conditionValues, send, errors: [], root: {} };
    const shape = shapes.of(conditionValues);
    return fetchAll ? runAll(run, fetchAll, shape) : buildResult(run, shape);
  };
}

type ShapeRoot = ReturnType<ShapeCompiler['root']>;

async function runAll(run: Run, fetchAll: RunNode, shape: ShapeRoot): Promise<PlanResult> {
  await fetchAll(run, run.root);
  return buildResult(run, shape);
}

function buildResult({ root, errors }: Run, shape: ShapeRoot): PlanResult {
  const context = new ShapeContext(errors.length === 0);
  let data: Tree | null;
  try {
    data = shape(root, context);
  } catch (error) {
    const originalError = error as Error;
    return { errors: [new GraphQLError(originalError.message, { originalError })] };
  }
  if (errors.length > 0) return { errors, data };
  const { errors: valueErrors } = context;
  return valueErrors.length > 0 ? { extensions: { valueCompletion: valueErrors }, data } : { data };
}

/** Names of the variables that the plan's conditions use. */
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

/** Names of the variables that decide the shape of the response. */
const conditionNames = (selectionTree: SelectionTree): string[] =>
  [...collectSelectionSets(selectionTree)].flatMap(({ selections }) =>
    selections.flatMap(({ skip, include }) =>
      [skip, include].flatMap((one) => (one && 'variable' in one ? [one.variable] : [])),
    ),
  );

/** All keys of the response. */
const keysOf = (selectionTree: SelectionTree): string[] =>
  [...collectSelectionSets(selectionTree)].flatMap(({ selections }) =>
    selections.flatMap((one) => (one.kind === 'field' ? [one.key] : [])),
  );

/** A selection set and all nested ones, each once. */
function collectSelectionSets(
  selectionTree: SelectionTree,
  found = new Set<SelectionTree>(),
): Set<SelectionTree> {
  if (found.has(selectionTree)) return found;
  found.add(selectionTree);
  for (const { below } of selectionTree.selections) if (below) collectSelectionSets(below, found);
  return found;
}

/** Compiles the rewrites of a plan, which set values or rename keys at a path of the input or output. */

import type { QueryPlan } from '@apollo/query-planner';
import type { GraphQLSchema } from 'graphql';
import type { Tree } from './merge-trees.ts';
import { ownOf, setOwn } from './merge-trees.ts';
import { typeMatcher } from './type-matcher.ts';

type FetchNode = Extract<NonNullable<QueryPlan['node']>, { kind: 'Fetch' }>;
type Rewrite = NonNullable<FetchNode['inputRewrites']>[number];
export type RewriteTree = (value: unknown) => void;

const onType = '... on ';

/** Compiles all rewrites into one function; undefined if there are none. */
export function compileRewrites(
  schema: GraphQLSchema,
  rewrites: readonly Rewrite[] | undefined,
): RewriteTree | undefined {
  const all = (rewrites ?? []).flatMap((one) => (one.path.length > 0 ? [oneOf(schema, one)] : []));
  if (all.length === 0) return undefined;
  return (value) => {
    for (const rewrite of all) rewrite(value);
  };
}

function oneOf(schema: GraphQLSchema, rewrite: Rewrite): RewriteTree {
  const last = rewrite.path.at(-1) as string;
  if (last.startsWith(onType)) throw new Error(`a rewrite ends at a type: ${rewrite.path.join()}`);
  const steps = rewrite.path.slice(0, -1);
  return steps.reduceRight<RewriteTree>(
    (next, step) => eachItem(stepOf(schema, step, next)),
    eachItem(changeOf(rewrite, last)),
  );
}

/** Calls back for an object, or for each object of nested lists. */
const eachItem =
  (change: (tree: Tree) => void): RewriteTree =>
  (value) => {
    if (Array.isArray(value)) for (const item of value) eachItem(change)(item);
    else if (typeof value === 'object' && value !== null) change(value as Tree);
  };

function stepOf(schema: GraphQLSchema, step: string, next: RewriteTree): (tree: Tree) => void {
  if (!step.startsWith(onType)) return (tree) => next(ownOf(tree, step));
  const isOf = typeMatcher(schema, step.slice(onType.length), true);
  return (tree) => {
    if (isOf(tree)) next(tree);
  };
}

function changeOf(rewrite: Rewrite, key: string): (tree: Tree) => void {
  if (rewrite.kind === 'ValueSetter') return (tree) => setOwn(tree, key, rewrite.setValueTo);
  return (tree) => {
    const value = ownOf(tree, key);
    if (!value) return;
    setOwn(tree, rewrite.renameKeyTo, value);
    tree[key] = undefined;
  };
}

/** Compiles the `requires` of a plan into a function that builds entity representations. */

import type { QueryPlan } from '@apollo/query-planner';
import type { GraphQLSchema } from 'graphql';
import { isInherited } from '../document/object-template.ts';
import type { Tree } from './merge-trees.ts';
import { emptyFor, mergeInto, ownOf } from './merge-trees.ts';
import { typeMatcher } from './type-matcher.ts';

type FetchNode = Extract<NonNullable<QueryPlan['node']>, { kind: 'Fetch' }>;
type Selections = NonNullable<FetchNode['requires']>;
type Field = Extract<Selections[number], { kind: 'Field' }>;

/** Null if the source lacks a field. */
type Represent = (source: unknown) => Tree | null;
/** Copies a field into `result`; false if the source lacks it. */
type FieldCopier = (source: unknown, result: Tree) => boolean;

export function compileRepresentation(schema: GraphQLSchema, selections: Selections): Represent {
  const copiers = selections.flatMap((one) => createCopiers(schema, one));
  const odd = keysOf(selections).some(isInherited);
  return (source) => {
    if (source === null) return null;
    const result = emptyFor(odd);
    for (const copy of copiers) if (!copy(source, result)) return null;
    return result;
  };
}

/** The keys of a selection, including those of fragments. */
const keysOf = (selections: Selections): string[] =>
  selections.flatMap((one) =>
    one.kind === 'Field' ? [one.alias ?? one.name] : keysOf(one.selections),
  );

function createCopiers(schema: GraphQLSchema, selection: Selections[number]): FieldCopier[] {
  if (selection.kind === 'Field') return [fieldOf(schema, selection)];
  const { typeCondition, selections } = selection;
  if (typeCondition === undefined) return [];
  const represent = compileRepresentation(schema, selections);
  const isOf = typeMatcher(schema, typeCondition);
  return [
    (source, result) => {
      if (source && isOf(source as Tree)) mergeInto(result, represent(source));
      return true;
    },
  ];
}

function fieldOf(schema: GraphQLSchema, { name, alias, selections }: Field): FieldCopier {
  const key = alias ?? name;
  const represent = selections && compileRepresentation(schema, selections);
  return (source, result) => {
    const value = ownOf(source as Tree, key);
    if (value === undefined) return false;
    if (!represent) result[key] = Array.isArray(value) ? [...value] : value;
    else result[key] = Array.isArray(value) ? value.map(represent) : represent(value);
    return true;
  };
}

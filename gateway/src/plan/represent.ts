/** What a fetch must be told of an entity: a plan's `requires`, as a function of the entity. */

import type { QueryPlan } from '@apollo/query-planner';
import { isOdd } from '@nameloan/service/graphql/compiled/object-template.ts';
import type { GraphQLSchema } from 'graphql';
import type { Tree } from './merge-trees.ts';
import { emptyFor, mergeInto, ownOf } from './merge-trees.ts';
import { tellerOf } from './type-matcher.ts';

type FetchNode = Extract<NonNullable<QueryPlan['node']>, { kind: 'Fetch' }>;
type Selections = NonNullable<FetchNode['requires']>;
type Field = Extract<Selections[number], { kind: 'Field' }>;

/** Null where the source lacks a field. */
type Represent = (source: unknown) => Tree | null;
/** Writes into `result`; false where the source lacks the field. */
type Part = (source: unknown, result: Tree) => boolean;

export function representerOf(schema: GraphQLSchema, selections: Selections): Represent {
  const parts = selections.flatMap((one) => partOf(schema, one));
  const odd = keysOf(selections).some(isOdd);
  return (source) => {
    if (source === null) return null;
    const result = emptyFor(odd);
    for (const part of parts) if (!part(source, result)) return null;
    return result;
  };
}

/** Of what is selected here, that of fragments among them. */
const keysOf = (selections: Selections): string[] =>
  selections.flatMap((one) =>
    one.kind === 'Field' ? [one.alias ?? one.name] : keysOf(one.selections),
  );

function partOf(schema: GraphQLSchema, selection: Selections[number]): Part[] {
  if (selection.kind === 'Field') return [fieldOf(schema, selection)];
  const { typeCondition, selections } = selection;
  if (typeCondition === undefined) return [];
  const represent = representerOf(schema, selections);
  const isOf = tellerOf(schema, typeCondition);
  return [
    (source, result) => {
      if (source && isOf(source as Tree)) mergeInto(result, represent(source));
      return true;
    },
  ];
}

function fieldOf(schema: GraphQLSchema, { name, alias, selections }: Field): Part {
  const key = alias ?? name;
  const represent = selections && representerOf(schema, selections);
  return (source, result) => {
    const value = ownOf(source as Tree, key);
    if (value === undefined) return false;
    if (!represent) result[key] = Array.isArray(value) ? [...value] : value;
    else result[key] = Array.isArray(value) ? value.map(represent) : represent(value);
    return true;
  };
}

/** What a compiled document is made of. */

import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLError,
  GraphQLField,
  GraphQLFieldResolver,
  GraphQLLeafType,
  GraphQLObjectType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { ConditionValues } from './conditions.ts';

/** One request. */
export interface Run {
  context: unknown;
  variables: Record<string, unknown>;
  errors: GraphQLError[];
}

/** Where a value stands in the answer, and of which request; only what holds others gets one. */
export interface Place {
  run: Run;
  /** Absent in the root and right below it. */
  prev: Place | undefined;
  /** Empty for the root. */
  key: string | number;
  typename: string | undefined;
}

/** The place as a path has it, in which the root is none. */
export const inPath = (at: Place): Place | undefined => (at.key === '' ? undefined : at);

/** What a fault must be told of where it happens. */
export interface Slot {
  key: string | number;
  nodes: readonly FieldNode[];
  nonNull: boolean;
}

export interface FieldPlan extends Slot {
  key: string;
  name: string;
  parent: GraphQLObjectType;
  def: GraphQLField<unknown, unknown>;
  /** Absent: the source's own key. */
  resolve: GraphQLFieldResolver<unknown, unknown> | undefined;
  /** Its scalar or enum, where it is one. */
  leaf: GraphQLLeafType | undefined;
  /** How the resolver came to be called, for one that declares that it reads it. */
  info: InfoOf | undefined;
  arguments(variables: Run['variables']): Record<string, unknown>;
  complete: Complete;
}

export type InfoOf = (at: Place) => GraphQLResolveInfo;

/** `at`: the object, or the list, that the value is in. `index`: its place there; absent: the field's key. */
export type Complete = (value: unknown, at: Place, index?: number) => unknown | Promise<unknown>;

export interface ObjectPlan {
  type: GraphQLObjectType;
  fields: readonly FieldPlan[];
  /** An answer to be filled in: its keys are all there, in their order. */
  empty(): Record<string, unknown>;
}

export interface PlanSettings {
  schema: GraphQLSchema;
  fragments: Record<string, FragmentDefinitionNode>;
  operation: OperationDefinitionNode;
  conditions: ConditionValues;
}

/** Makes the plans of one operation under one set of conditions. */
export interface Plans {
  settings: PlanSettings;
  /** Of what is selected below these fields together. */
  below(type: GraphQLObjectType, nodes: readonly FieldNode[]): ObjectPlan;
  infoOf(field: Pick<FieldPlan, 'key' | 'nodes' | 'parent' | 'def'>): InfoOf;
}

/** Types of a compiled document. */

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

/** Position of an object or list in the response of a request. */
export interface Place {
  run: Run;
  /** Undefined for the root and its children. */
  prev: Place | undefined;
  /** Empty for the root. */
  key: string | number;
  typename: string | undefined;
}

/** The place as a path element; the root is none. */
export const inPath = (at: Place): Place | undefined => (at.key === '' ? undefined : at);

/** What locating an error needs. */
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
  /** Absent: reads the source's key. */
  resolve: GraphQLFieldResolver<unknown, unknown> | undefined;
  /** The type if it is a scalar or enum. */
  leaf: GraphQLLeafType | undefined;
  /** Creates the `info` argument for a resolver that declares it. */
  info: InfoOf | undefined;
  arguments(variables: Run['variables']): Record<string, unknown>;
  complete: Complete;
}

export type InfoOf = (at: Place) => GraphQLResolveInfo;

/** `at`: the enclosing object or list. `index`: the position in a list; absent in an object. */
export type Complete = (value: unknown, at: Place, index?: number) => unknown | Promise<unknown>;

export interface ObjectPlan {
  type: GraphQLObjectType;
  fields: readonly FieldPlan[];
  /** Creates a result object with all keys in order and no values. */
  empty(): Record<string, unknown>;
}

export interface PlanSettings {
  schema: GraphQLSchema;
  fragments: Record<string, FragmentDefinitionNode>;
  operation: OperationDefinitionNode;
  conditions: ConditionValues;
}

/** Creates the plans of one operation for one variant. */
export interface Plans {
  settings: PlanSettings;
  /** Plans the merged sub-selections of these fields. */
  below(type: GraphQLObjectType, nodes: readonly FieldNode[]): ObjectPlan;
  infoOf(field: Pick<FieldPlan, 'key' | 'nodes' | 'parent' | 'def'>): InfoOf;
}

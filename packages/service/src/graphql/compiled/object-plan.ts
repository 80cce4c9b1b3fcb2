/** What a document asks of an object: its fields in the order of the answer, each with all that running it needs. */

import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLFieldResolver,
  GraphQLObjectType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import { BREAK, isNonNullType, visit } from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { getFieldDef } from 'graphql/execution/execute.js';
import { getArgumentValues } from 'graphql/execution/values.js';
import type { Complete } from './complete.ts';
import { completerOf } from './complete.ts';
import type { ConditionValues } from './conditions.ts';
import type { Run } from './run-object.ts';

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
  /** How the resolver came to be called, for one that declares that it reads it. */
  info: InfoOf | undefined;
  arguments(variables: Run['variables']): Record<string, unknown>;
  complete: Complete;
}

export type InfoOf = (at: Place) => GraphQLResolveInfo;

export interface ObjectPlan {
  type: GraphQLObjectType;
  fields: readonly FieldPlan[];
  /** A key of the answer means something to every object. */
  odd: boolean;
}

export interface PlanSettings {
  schema: GraphQLSchema;
  fragments: Record<string, FragmentDefinitionNode>;
  operation: OperationDefinitionNode;
  conditions: ConditionValues;
}

/** Makes the plans of one operation under one set of conditions. */
export class ObjectPlans {
  readonly settings: PlanSettings;

  constructor(settings: PlanSettings) {
    this.settings = settings;
  }

  of(type: GraphQLObjectType, [selection]: [SelectionSetNode]): ObjectPlan {
    const { schema, fragments, conditions } = this.settings;
    return this.#plan(type, collectFields(schema, fragments, conditions, type, selection));
  }

  /** Of what is selected below these fields together. */
  below(type: GraphQLObjectType, nodes: readonly FieldNode[]): ObjectPlan {
    const { schema, fragments, conditions } = this.settings;
    return this.#plan(type, collectSubfields(schema, fragments, conditions, type, nodes));
  }

  #plan(type: GraphQLObjectType, collected: ReadonlyMap<string, readonly FieldNode[]>): ObjectPlan {
    const fields = [...collected].flatMap(([key, nodes]) => {
      const def = nodes[0] && getFieldDef(this.settings.schema, type, nodes[0]);
      return def ? [this.#field({ key, nodes, parent: type, def })] : [];
    });
    return { type, fields, odd: fields.some(({ key }) => key === '__proto__') };
  }

  #field(given: Pick<FieldPlan, 'key' | 'nodes' | 'parent' | 'def'>): FieldPlan {
    const { def, nodes, parent } = given;
    const field = {
      ...given,
      name: def.name,
      nonNull: isNonNullType(def.type),
      resolve: def.resolve,
      info: (def.resolve?.length ?? 0) > 3 ? this.infoOf(given) : undefined,
      arguments: this.#arguments(def, nodes[0] as FieldNode),
    };
    const complete = completerOf(this, def.type, { ...given, name: `${parent.name}.${def.name}` });
    return { ...field, complete };
  }

  #arguments(def: FieldPlan['def'], node: FieldNode): FieldPlan['arguments'] {
    if (def.args.length === 0) return () => none;
    return hasVariables(node)
      ? (variables) => getArgumentValues(def, node, variables)
      : constantly(() => getArgumentValues(def, node, {}));
  }

  infoOf({ def, nodes, parent, key }: Pick<FieldPlan, 'key' | 'nodes' | 'parent' | 'def'>): InfoOf {
    const { schema, fragments, operation } = this.settings;
    const fixed = { fieldName: def.name, fieldNodes: nodes, returnType: def.type };
    const around = { parentType: parent, schema, fragments, operation, rootValue: undefined };
    return (at) => {
      const path = { prev: inPath(at), key, typename: parent.name };
      return { ...fixed, ...around, path, variableValues: at.run.variables };
    };
  }
}

const none: Record<string, unknown> = Object.freeze({});

/** Whether any of a field's arguments holds a variable. */
function hasVariables({ arguments: given = [] }: FieldNode): boolean {
  let found = false;
  const note = () => {
    found = true;
    return BREAK;
  };
  for (const one of given) visit(one, { Variable: note });
  return found;
}

/** Values that no request changes are read once; a fault among them is found again each time. */
function constantly<T>(read: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    known ??= { value: Object.freeze(read()) };
    return known.value;
  };
}

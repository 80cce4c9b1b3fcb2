/** What a document asks of an object: its fields in the order of the answer, each with all that running it needs. */

import type {
  FieldNode,
  GraphQLLeafType,
  GraphQLObjectType,
  GraphQLOutputType,
  SelectionSetNode,
} from 'graphql';
import { BREAK, getNullableType, isLeafType, isNonNullType, visit } from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { getFieldDef } from 'graphql/execution/execute.js';
import { getArgumentValues } from 'graphql/execution/values.js';
import { completerOf } from './complete.ts';
import { emptyOf } from './empty-of.ts';
import type { FieldPlan, InfoOf, ObjectPlan, PlanSettings, Plans } from './plan.ts';
import { inPath } from './plan.ts';

export class ObjectPlans implements Plans {
  readonly settings: PlanSettings;

  constructor(settings: PlanSettings) {
    this.settings = settings;
  }

  of(type: GraphQLObjectType, [selection]: [SelectionSetNode]): ObjectPlan {
    const { schema, fragments, conditions } = this.settings;
    return this.#plan(type, collectFields(schema, fragments, conditions, type, selection));
  }

  below(type: GraphQLObjectType, nodes: readonly FieldNode[]): ObjectPlan {
    const { schema, fragments, conditions } = this.settings;
    return this.#plan(type, collectSubfields(schema, fragments, conditions, type, nodes));
  }

  #plan(type: GraphQLObjectType, collected: ReadonlyMap<string, readonly FieldNode[]>): ObjectPlan {
    const fields = [...collected].flatMap(([key, nodes]) => {
      const def = nodes[0] && getFieldDef(this.settings.schema, type, nodes[0]);
      return def ? [this.#field({ key, nodes, parent: type, def })] : [];
    });
    return { type, fields, empty: emptyOf(fields.map(({ key }) => key)) };
  }

  #field(given: Pick<FieldPlan, 'key' | 'nodes' | 'parent' | 'def'>): FieldPlan {
    const { def, nodes, parent } = given;
    const field = {
      ...given,
      name: def.name,
      nonNull: isNonNullType(def.type),
      resolve: def.resolve,
      leaf: leafOf(def.type),
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

function leafOf(type: GraphQLOutputType): GraphQLLeafType | undefined {
  const nullable = getNullableType(type);
  return isLeafType(nullable) ? nullable : undefined;
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

/** Shared by all requests: whoever writes into it, at any depth, is told. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const one of Object.values(value)) frozen(one);
  return Object.freeze(value);
}

/** Values that no request changes are read once; a fault among them is found again each time. */
function constantly<T>(read: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    known ??= { value: frozen(read()) };
    return known.value;
  };
}

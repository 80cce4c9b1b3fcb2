/** Execution plan of an object: its selected fields in response order, each with all that running it needs. */

import type {
  FieldNode,
  GraphQLLeafType,
  GraphQLObjectType,
  GraphQLOutputType,
  SelectionSetNode,
} from 'graphql';
import { getNullableType, isLeafType, isNonNullType } from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { getFieldDef } from 'graphql/execution/execute.js';
import { completerOf } from './complete.ts';
import { argumentReader } from './input-values.ts';
import { objectTemplate } from './object-template.ts';
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
    return { type, fields, empty: objectTemplate(fields.map(({ key }) => key)) };
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
      arguments: def.args.length === 0 ? () => none : argumentReader(def, nodes[0] as FieldNode),
    };
    const complete = completerOf(this, def.type, { ...given, name: `${parent.name}.${def.name}` });
    return { ...field, complete };
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

/** Expands the `@leafFields` directive of a stored fragment, so that a new field of the type is in REST without an edit. */

import type { FieldNode, FragmentDefinitionNode, GraphQLSchema } from 'graphql';
import { getDirectiveValues, getNamedType, isLeafType, isObjectType, Kind } from 'graphql';
import { directives } from './rest-directive.ts';

const toSnakeCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Adds every scalar and enum that the fragment neither selects nor excepts, under its name in snake case. */
export function expandFragment(
  fragment: FragmentDefinitionNode,
  schema: GraphQLSchema,
): FragmentDefinitionNode {
  const values = getDirectiveValues(directives.leafFields, fragment);
  const type = schema.getType(fragment.typeCondition.name.value);
  if (!values || !isObjectType(type)) return fragment;
  const { selections } = fragment.selectionSet;
  const selected = selections.flatMap((one) => (one.kind === Kind.FIELD ? one.name.value : []));
  const omitted = new Set([...selected, ...(values.except as readonly string[])]);
  const added = Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && !omitted.has(field.name))
    .map(({ name }) => leaf(name));
  return {
    ...fragment,
    directives: [],
    selectionSet: { ...fragment.selectionSet, selections: [...selections, ...added] },
  };
}

function leaf(field: string): FieldNode {
  const alias = toSnakeCase(field);
  return {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: field },
    ...(alias === field ? {} : { alias: { kind: Kind.NAME, value: alias } }),
  };
}

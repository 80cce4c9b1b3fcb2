/** Converts the result of a stored operation for REST: cents to dollars, basis points to percent, some enums to numbers. */

import type { FragmentDefinitionNode, GraphQLObjectType, SelectionSetNode } from 'graphql';
import { getNamedType, isCompositeType, isObjectType, Kind } from 'graphql';
import { numbersOf } from './declarations.ts';

type JsonObject = Record<string, unknown>;
/** Converts an object in place; no two requests share a result. */
export type Converter = (value: JsonObject) => void;

export interface SelectedField {
  /** Name in the response. */
  name: string;
  /** Name in the schema. */
  field: string;
  parent: GraphQLObjectType;
  selections: SelectionSetNode | undefined;
}

/** The fields of a selection, with its fragments expanded. */
export function selectedFields(
  set: SelectionSetNode,
  parent: GraphQLObjectType,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): SelectedField[] {
  return set.selections.flatMap((selection): SelectedField[] => {
    if (selection.kind === Kind.FIELD) {
      return [
        {
          name: selection.alias?.value ?? selection.name.value,
          field: selection.name.value,
          parent,
          selections: selection.selectionSet,
        },
      ];
    }
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : fragments.get(selection.name.value)?.selectionSet;
    return inner ? selectedFields(inner, parent, fragments) : [];
  });
}

/** Compiles a converter for a selection; undefined if nothing needs conversion. */
export function compileOutput(
  set: SelectionSetNode,
  parent: GraphQLObjectType,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Converter | undefined {
  const money: string[] = [];
  const enums: [string, Readonly<Record<string, number>>][] = [];
  const nested: [string, Converter][] = [];
  for (const { name, field, selections } of selectedFields(set, parent, fragments)) {
    const type = parent.getFields()[field]?.type;
    if (!type) continue;
    const named = getNamedType(type);
    if (named.name === 'Cents' || named.name === 'BasisPoints') money.push(name);
    const numbers = numbersOf(named.name);
    if (numbers) enums.push([name, numbers]);
    if (!isCompositeType(named) || !selections || !isObjectType(named)) continue;
    const converter = compileOutput(selections, named, fragments);
    if (converter) nested.push([name, converter]);
  }
  if (money.length + enums.length + nested.length === 0) return undefined;
  return (value) => {
    for (const name of money) {
      const amount = value[name];
      if (typeof amount === 'number') value[name] = amount / 100;
    }
    for (const [name, numbers] of enums) {
      const shown = value[name];
      if (typeof shown === 'string' && Object.hasOwn(numbers, shown)) value[name] = numbers[shown];
    }
    for (const [name, converter] of nested) convertEach(value[name], converter);
  };
}

function convertEach(value: unknown, converter: Converter): void {
  if (Array.isArray(value)) for (const item of value) convertEach(item, converter);
  else if (typeof value === 'object' && value !== null) converter(value as JsonObject);
}

/** Turns what a stored operation selected into what REST shows: cents become dollars, basis points percent, a contract's kind its number. */

import { contractKinds } from '@nameloan/contracts/loan.ts';
import type { FragmentDefinitionNode, GraphQLObjectType, SelectionSetNode } from 'graphql';
import { getNamedType, isCompositeType, isObjectType, Kind } from 'graphql';

type Shown = Record<string, unknown>;
/** Changes an object in place; each request's answer is its own. */
export type Converter = (value: Shown) => void;

export interface SelectedField {
  /** Name on the wire. */
  name: string;
  /** Name in the schema. */
  field: string;
  parent: GraphQLObjectType;
  selections: SelectionSetNode | undefined;
}

/** The fields that a selection shows, with its fragments spread out. */
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

/** A converter for a selection, or undefined where nothing in it needs one. */
export function compileOutput(
  set: SelectionSetNode,
  parent: GraphQLObjectType,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Converter | undefined {
  const money: string[] = [];
  const kinds: string[] = [];
  const nested: [string, Converter][] = [];
  for (const { name, field, selections } of selectedFields(set, parent, fragments)) {
    const type = parent.getFields()[field]?.type;
    if (!type) continue;
    const named = getNamedType(type);
    if (named.name === 'Cents' || named.name === 'BasisPoints') money.push(name);
    if (named.name === 'ContractKind') kinds.push(name);
    if (!isCompositeType(named) || !selections || !isObjectType(named)) continue;
    const converter = compileOutput(selections, named, fragments);
    if (converter) nested.push([name, converter]);
  }
  if (money.length + kinds.length + nested.length === 0) return undefined;
  return (value) => {
    for (const name of money) {
      const amount = value[name];
      if (typeof amount === 'number') value[name] = amount / 100;
    }
    for (const name of kinds) {
      const kind = value[name];
      if (isKind(kind)) value[name] = contractKinds[kind];
    }
    for (const [name, converter] of nested) convertEach(value[name], converter);
  };
}

function isKind(value: unknown): value is keyof typeof contractKinds {
  return typeof value === 'string' && Object.hasOwn(contractKinds, value);
}

function convertEach(value: unknown, converter: Converter): void {
  if (Array.isArray(value)) for (const item of value) convertEach(item, converter);
  else if (typeof value === 'object' && value !== null) converter(value as Shown);
}

/** Turns a subscription into the queries that answer it: one to read what changed, one to catch up. */

import type {
  ArgumentNode,
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  TypeNode,
  VariableDefinitionNode,
} from 'graphql';
import {
  GraphQLError,
  getArgumentValues,
  getNamedType,
  getVariableValues,
  isObjectType,
  Kind,
  OperationTypeNode,
  parseType,
  visit,
} from 'graphql';
import { variableBounds } from '../limits.ts';
import type { Args, Source } from './sources.ts';
import { isOwnState, sources } from './sources.ts';

/** Types that look the same to everyone who may see them; a selection of only these is read once for all. */
const sameForAll = new Set(['EscrowMessage']);

/** Name under which the id travels, whatever the client selected; taken off before sending. */
export const idKey = 'live_id';
const variables = {
  id: 'live_item',
  escrowId: 'live_escrow',
  domainId: 'live_domain',
  after: 'live_after',
  before: 'live_before',
  limit: 'live_limit',
} as const;

export interface LiveOperation {
  field: string;
  source: Source;
  /** Name of the answer in `data`, as the client called it. */
  responseKey: string;
  dependsOnViewer: boolean;
  /** Reads one item, the state, or what has come to the list. */
  read: DocumentNode;
  /** Lists the items that are newer than `after`. */
  replay: DocumentNode | undefined;
  /** Of a list: reads the last that there is, or the last before another. */
  last: DocumentNode | undefined;
  definition: OperationDefinitionNode;
  node: FieldNode;
  /** The client's variables that its selection needs; those of the field itself are read once. */
  selectionVariables: ReadonlySet<string>;
}

const invalid = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'INVALID_INPUT' } });

/** Names that our own queries add to the client's selection. */
function refuseOurNames(document: DocumentNode): void {
  const check = (name: string | undefined) => {
    if (name?.startsWith('live_')) throw invalid(`No variable or alias may be called "${name}".`);
  };
  visit(document, {
    Variable: ({ name }) => check(name.value),
    Field: ({ alias }) => check(alias?.value),
  });
}

/** Compiles a validated subscription. Throws GraphQLError INVALID_INPUT for a shape that cannot be followed. */
export function compileLive(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): LiveOperation {
  refuseOurNames(document);
  const [node] = definition.selectionSet.selections;
  if (node?.kind !== Kind.FIELD || (node.directives?.length ?? 0) > 0) {
    throw invalid('Select one live field directly, without directives.');
  }
  const source = sources[node.name.value];
  const type = getNamedType(schema.getSubscriptionType()?.getFields()[node.name.value]?.type);
  if (!source || !isObjectType(type) || !node.selectionSet)
    throw invalid('This field is not live.');
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  }
  const responseKey = node.alias?.value ?? node.name.value;
  const given = { responseKey, set: withId(node.selectionSet), definition, fragments };
  return {
    field: node.name.value,
    source,
    responseKey,
    dependsOnViewer: dependsOnViewer(schema, node.selectionSet, { type, fragments }),
    read: queryOf(given, source.field, readArgs(source)),
    replay:
      source.replay === undefined
        ? undefined
        : queryOf(given, source.replay, [['after', variables.after, 'ID']]),
    last:
      source.kind === 'list'
        ? queryOf({ ...given, set: withId(nothing) }, source.field, lastArgs)
        : undefined,
    definition,
    node,
    selectionVariables: usesOf(given).variables,
  };
}

const nothing: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: [] };

const lastArgs: [string, string, string][] = [
  ['escrowId', variables.escrowId, 'ID!'],
  ['before', variables.before, 'ID'],
  ['limit', variables.limit, 'Int'],
];

/** What the query takes, by which of our variables, of which type. */
function readArgs(source: Source): [string, string, string][] {
  if (source.kind === 'list') {
    return [
      ['escrowId', variables.escrowId, 'ID!'],
      ['after', variables.after, 'ID'],
    ];
  }
  return isOwnState(source) ? [] : [['id', variables.id, 'ID!']];
}

function withId(set: SelectionSetNode): SelectionSetNode {
  const id: FieldNode = {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: 'id' },
    alias: { kind: Kind.NAME, value: idKey },
  };
  return { ...set, selections: [...set.selections, id] };
}

function dependsOnViewer(
  schema: GraphQLSchema,
  set: SelectionSetNode,
  {
    type,
    fragments,
  }: { type: GraphQLObjectType; fragments: ReadonlyMap<string, FragmentDefinitionNode> },
): boolean {
  if (!sameForAll.has(type.name)) return true;
  return set.selections.some((one) => {
    if (one.kind === Kind.FIELD) {
      const field = getNamedType(type.getFields()[one.name.value]?.type);
      return one.selectionSet !== undefined && isObjectType(field)
        ? dependsOnViewer(schema, one.selectionSet, { type: field, fragments })
        : false;
    }
    const inner = one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value) : one;
    return !inner || dependsOnViewer(schema, inner.selectionSet, { type, fragments });
  });
}

interface Given {
  responseKey: string;
  set: SelectionSetNode;
  definition: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** The fragments and the client's variables that a selection uses. */
function usesOf({ set, fragments }: Given) {
  const used = new Set<FragmentDefinitionNode>();
  const variables = new Set<string>();
  const collect = (node: SelectionSetNode | FragmentDefinitionNode): unknown =>
    visit(node, {
      Variable: ({ name }) => void variables.add(name.value),
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value);
        if (!fragment || used.has(fragment)) return;
        used.add(fragment);
        collect(fragment);
      },
    });
  collect(set);
  return { fragments: used, variables };
}

/** A query of one field with the subscription's selection, its own arguments as variables of ours. */
function queryOf(given: Given, field: string, args: [string, string, string][]): DocumentNode {
  const uses = usesOf(given);
  const kept = (given.definition.variableDefinitions ?? []).filter((one) =>
    uses.variables.has(one.variable.name.value),
  );
  const name = (value: string) => ({ kind: Kind.NAME as const, value });
  const variable = (value: string) => ({ kind: Kind.VARIABLE as const, name: name(value) });
  const own = args.map(
    ([, as, type]): VariableDefinitionNode => ({
      kind: Kind.VARIABLE_DEFINITION,
      variable: variable(as),
      type: parseType(type) as TypeNode,
    }),
  );
  const root: FieldNode = {
    kind: Kind.FIELD,
    name: name(field),
    alias: name(given.responseKey),
    arguments: args.map(
      ([arg, as]): ArgumentNode => ({ kind: Kind.ARGUMENT, name: name(arg), value: variable(as) }),
    ),
    selectionSet: given.set,
  };
  const query: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: OperationTypeNode.QUERY,
    variableDefinitions: [...kept, ...own],
    selectionSet: { kind: Kind.SELECTION_SET, selections: [root] },
  };
  return { kind: Kind.DOCUMENT, definitions: [query, ...uses.fragments] };
}

/** It becomes a part of a topic's name. */
function refuseWrongId(name: string, id: string | undefined, sentence: string): void {
  if (id === '') throw invalid(`${name} is required.`);
  if (id === undefined || /^[\w-]{1,100}$/.test(id)) return;
  throw new GraphQLError(sentence, { extensions: { code: 'NOT_FOUND' } });
}

export interface LiveArguments {
  args: Args;
  /** The client's variables that its selection needs, coerced. */
  variables: Record<string, unknown>;
}

/** The arguments of one subscription. Throws GraphQLError INVALID_INPUT when they do not fit. */
export function readArguments(
  schema: GraphQLSchema,
  { definition, node, field, selectionVariables }: LiveOperation,
  given: Record<string, unknown>,
): LiveArguments {
  const { errors, coerced } = getVariableValues(
    schema,
    definition.variableDefinitions ?? [],
    given,
    variableBounds,
  );
  if (errors) throw invalid(errors[0]?.message ?? 'A variable is wrong.');
  const fieldDef = schema.getSubscriptionType()?.getFields()[field];
  if (!fieldDef) throw invalid('This field is not live.');
  const args = getArgumentValues(fieldDef, node, coerced) as Args;
  refuseWrongId('escrowId', args.escrowId, 'There is no such loan.');
  refuseWrongId('domainId', args.domainId, 'There is no such domain.');
  const kept = Object.entries(coerced).filter(([name]) => selectionVariables.has(name));
  return { args, variables: Object.fromEntries(kept) };
}

/** Variables of the query for one id; without one, of the caller's own state. */
export const itemVariables = (own: Record<string, unknown>, id: string | undefined) => ({
  ...own,
  ...(id === undefined ? {} : { [variables.id]: id }),
});

/** Variables of the queries for what follows `after`. */
export const listVariables = (own: Record<string, unknown>, { escrowId, after }: Args) => ({
  ...own,
  ...(escrowId === undefined ? {} : { [variables.escrowId]: escrowId }),
  [variables.after]: after ?? null,
});

/** Variables of the query for the last one. */
export const lastVariables = ({ escrowId }: Args, before: string | undefined) => ({
  [variables.escrowId]: escrowId,
  [variables.before]: before ?? null,
  [variables.limit]: 1,
});

/** Compiles a subscription into its queries: one reads what changed, others replay what was missed. */

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
  parse,
  parseType,
  visit,
} from 'graphql';
import { variableBounds } from '../limits.ts';
import type { Args, Source } from './sources.ts';
import { idOf, isOwnState, sources } from './sources.ts';

/** The alias under which the gateway selects the id; removed before sending. */
export const idKey = 'live_id';
const variables = {
  id: 'live_item',
  of: 'live_of',
  after: 'live_after',
  before: 'live_before',
  limit: 'live_limit',
} as const;

export interface LiveOperation {
  field: string;
  source: Source;
  /** The key in `data`, as aliased by the client. */
  responseKey: string;
  dependsOnViewer: boolean;
  /** Reads one item, the state, or new items of the list. */
  read: DocumentNode;
  /** Lists the items newer than `after`. */
  replay: DocumentNode | undefined;
  /** For a list: reads the last item, or the last one before another. */
  last: DocumentNode | undefined;
  /** For a list: fails if the subscriber has no access to what the list belongs to. */
  accessProbe: DocumentNode | undefined;
  definition: OperationDefinitionNode;
  node: FieldNode;
  /** The client variables used by the selection; those of the field's arguments are read once. */
  selectionVariables: ReadonlySet<string>;
}

const invalid = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'INVALID_INPUT' } });

/** Rejects names that the gateway's own queries use. */
function assertNoReservedNames(document: DocumentNode): void {
  const check = (name: string | undefined) => {
    if (name?.startsWith('live_')) throw invalid(`No variable or alias may be called "${name}".`);
  };
  visit(document, {
    Variable: ({ name }) => check(name.value),
    Field: ({ alias }) => check(alias?.value),
  });
}

/** Compiles a validated subscription. Throws GraphQLError INVALID_INPUT for an unsupported shape. */
export function compileSubscription(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): LiveOperation {
  assertNoReservedNames(document);
  const [node] = definition.selectionSet.selections;
  if (node?.kind !== Kind.FIELD || (node.directives?.length ?? 0) > 0) {
    throw invalid('Select one subscription field directly, without directives.');
  }
  const source = sources[node.name.value];
  const type = getNamedType(schema.getSubscriptionType()?.getFields()[node.name.value]?.type);
  if (!source || !isObjectType(type) || !node.selectionSet)
    throw invalid('This field cannot be subscribed to.');
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
    dependsOnViewer:
      !source.sameForAll || dependsOnViewer(schema, node.selectionSet, { type, fragments }),
    read: buildQuery(given, source.read, readArgs(source)),
    replay:
      source.replay === undefined
        ? undefined
        : buildQuery(given, source.replay, [['after', variables.after, 'ID']]),
    last:
      source.kind === 'LIST'
        ? buildQuery({ ...given, set: withId(nothing) }, source.read, lastArgs(source))
        : undefined,
    accessProbe: source.access === undefined ? undefined : buildProbe(source.access),
    definition,
    node,
    selectionVariables: collectUses(given).variables,
  };
}

const nothing: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: [] };

/** The key in `data` of an access probe. */
export const probeKey = 'access';

const buildProbe = (field: string) =>
  parse(`query MaySee($id: ID!) { ${probeKey}: ${field}(id: $id) { id } }`);

/** An argument of a query: name, variable and type. */
type QueryArgument = [string, string, string];

const ofArgs = ({ of }: Source): QueryArgument[] =>
  of === undefined ? [] : [[of, variables.of, 'ID!']];

const lastArgs = (source: Source): QueryArgument[] => [
  ...ofArgs(source),
  ['before', variables.before, 'ID'],
  ['limit', variables.limit, 'Int'],
];

function readArgs(source: Source): QueryArgument[] {
  if (source.kind === 'LIST') return [...ofArgs(source), ['after', variables.after, 'ID']];
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

/** Whether a selection reaches beyond one type, whose own fields look the same to every viewer. */
function dependsOnViewer(
  schema: GraphQLSchema,
  set: SelectionSetNode,
  {
    type,
    fragments,
  }: { type: GraphQLObjectType; fragments: ReadonlyMap<string, FragmentDefinitionNode> },
): boolean {
  return set.selections.some((one) => {
    if (one.kind === Kind.FIELD) {
      const field = getNamedType(type.getFields()[one.name.value]?.type);
      return one.selectionSet !== undefined && isObjectType(field)
        ? field !== type || dependsOnViewer(schema, one.selectionSet, { type, fragments })
        : false;
    }
    const inner = one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value) : one;
    return !inner || dependsOnViewer(schema, inner.selectionSet, { type, fragments });
  });
}

interface QuerySource {
  responseKey: string;
  set: SelectionSetNode;
  definition: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** The fragments and client variables that a selection uses. */
function collectUses({ set, fragments }: QuerySource) {
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

/** Builds a query of one field with the subscription's selection; arguments are passed as reserved variables. */
function buildQuery(given: QuerySource, field: string, args: QueryArgument[]): DocumentNode {
  const uses = collectUses(given);
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

/** The id becomes a segment of a topic name. */
function assertValidId(source: Source, args: Args): void {
  const id = idOf(source, args);
  if (id === '') throw invalid(`${source.of} is required.`);
  if (id === undefined || /^[\w-]{1,100}$/.test(id)) return;
  const sentence = source.notFound ?? 'There is nothing with this id.';
  throw new GraphQLError(sentence, { extensions: { code: 'NOT_FOUND' } });
}

export interface LiveArguments {
  args: Args;
  /** The coerced client variables used by the selection. */
  variables: Record<string, unknown>;
}

/** The arguments of a subscription. Throws GraphQLError INVALID_INPUT if they are invalid. */
export function readArguments(
  schema: GraphQLSchema,
  { definition, node, field, source, selectionVariables }: LiveOperation,
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
  if (!fieldDef) throw invalid('This field cannot be subscribed to.');
  const args = getArgumentValues(fieldDef, node, coerced) as Args;
  assertValidId(source, args);
  const kept = Object.entries(coerced).filter(([name]) => selectionVariables.has(name));
  return { args, variables: Object.fromEntries(kept) };
}

/** Variables of the query for one id; without an id, for the caller's own state. */
export const itemVariables = (own: Record<string, unknown>, id: string | undefined) => ({
  ...own,
  ...(id === undefined ? {} : { [variables.id]: id }),
});

/** A position in a list: the list's id, absent for the caller's own, and the item before it. */
export interface ListPosition {
  id: string | undefined;
  after: string | undefined;
}

/** Variables of the queries for items after `after`. */
export const listVariables = (own: Record<string, unknown>, { id, after }: ListPosition) => ({
  ...own,
  ...(id === undefined ? {} : { [variables.of]: id }),
  [variables.after]: after ?? null,
});

/** Variables of the query for the last item. */
export const lastVariables = (id: string | undefined, before: string | undefined) => ({
  [variables.of]: id,
  [variables.before]: before ?? null,
  [variables.limit]: 1,
});

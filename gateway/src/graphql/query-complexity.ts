/** How much a document makes the gateway plan and the services load: a page weighs what it may hold. */

import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  ValidationContext,
  ValidationRule,
} from 'graphql';
import { GraphQLError, getNamedType, isObjectType, Kind, OperationTypeNode, visit } from 'graphql';

/** The most that any `limit` may ask for; what a variable asks for is not known before it is here. */
const largestPage = 100;

interface Weight {
  /** Selections of objects, each of which is planned. */
  selections: number;
  /** Objects that may have to be loaded. */
  objects: number;
}

/** A rule beside GraphQL's own; a document beyond either bound is TOO_COMPLEX. */
export function weightRule(most: Weight): ValidationRule {
  return (context) => ({
    OperationDefinition: (operation) => {
      const root = context.getSchema().getRootType(operation.operation);
      if (!root) return;
      const scales = new Scales((name) => context.getFragment(name));
      const { selections, objects } = scales.weigh(operation.selectionSet, root);
      if (objects > most.objects) {
        refuse(context, `This may load ${objects} objects; at most ${most.objects} are allowed.`);
      } else if (selections > most.selections) {
        refuse(
          context,
          `This selects ${selections} objects; at most ${most.selections} are allowed.`,
        );
      }
    },
  });
}

function refuse(context: ValidationContext, sentence: string): void {
  context.reportError(new GraphQLError(sentence, { extensions: { code: 'TOO_COMPLEX' } }));
}

interface Operation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

/** What an operation weighs depends on its page sizes alone. */
interface Weighed {
  sizes: readonly string[];
  /** By the page sizes: each is one of a hundred, or none. */
  objects: Map<string, number>;
}

const weighed = new WeakMap<OperationDefinitionNode, Weighed>();
const mostWeighed = 200;

/** Objects that an operation may load with these variables, at the most. */
export function objectsOf(
  schema: GraphQLSchema,
  given: Operation,
  variables: Record<string, unknown>,
): number {
  const { document, operation } = given;
  let known = weighed.get(operation);
  if (!known) {
    known = { sizes: sizeNames(document), objects: new Map() };
    weighed.set(operation, known);
  }
  const key = known.sizes.map((name) => sizeText(variables, name)).join();
  const found = known.objects.get(key);
  if (found !== undefined) return found;
  const objects = weigh(schema, given, variables);
  if (known.objects.size < mostWeighed) known.objects.set(key, objects);
  return objects;
}

/** Names of the variables that stand for page sizes. */
function sizeNames(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Argument: ({ name, value }) => {
      if (name.value === 'limit' && value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** A number stands for the page that it means; absent, the default does; anything else is for the standard page. */
function sizeText(variables: Record<string, unknown>, name: string): string {
  const size = variables[name];
  if (typeof size === 'number') return String(within(size));
  return Object.hasOwn(variables, name) ? 'other' : '';
}

function weigh(
  schema: GraphQLSchema,
  { document, operation }: Operation,
  variables: Record<string, unknown>,
): number {
  const root = schema.getRootType(operation.operation);
  if (!root) return 0;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  }
  const given = { ...defaultsOf(operation), ...variables };
  return new Scales((name) => fragments.get(name), given).weigh(operation.selectionSet, root)
    .objects;
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode) {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)]] : [],
    ),
  );
}

/** How many things one request may change: with more, one that is let in does the work of many. */
const mostSideEffects = 3;

export const sideEffectsRule: ValidationRule = (context) => ({
  OperationDefinition: ({ operation, selectionSet }) => {
    if (operation !== OperationTypeNode.MUTATION) return;
    const count = fieldsIn(selectionSet, { context, counted: new Map() });
    if (count <= mostSideEffects) return;
    refuse(context, `This changes ${count} things; at most ${mostSideEffects} are allowed.`);
  },
});

interface Counting {
  context: ValidationContext;
  counted: Map<string, number>;
}

/**
 * Fields of the root, those of fragments among them. Each fragment is counted once, however often it is spread:
 * fragments that spread others twice would double the work with each; one inside itself counts for nothing more.
 */
function fieldsIn({ selections }: SelectionSetNode, known: Counting): number {
  let count = 0;
  for (const one of selections) {
    if (one.kind === Kind.FIELD) count += one.name.value === '__typename' ? 0 : 1;
    else if (one.kind === Kind.INLINE_FRAGMENT) count += fieldsIn(one.selectionSet, known);
    else count += fieldsOf(one.name.value, known);
  }
  return count;
}

function fieldsOf(name: string, known: Counting): number {
  const { context, counted } = known;
  if (!counted.has(name)) {
    counted.set(name, 0);
    const fragment = context.getFragment(name);
    if (fragment) counted.set(name, fieldsIn(fragment.selectionSet, known));
  }
  return counted.get(name) ?? 0;
}

type FragmentOf = (name: string) => FragmentDefinitionNode | null | undefined;

class Scales {
  readonly #fragmentOf: FragmentOf;
  /** Absent while they are not known. */
  readonly #variables: Record<string, unknown> | undefined;
  /** Each fragment is weighed once, however often it is spread; one inside itself weighs nothing more. */
  readonly #fragments = new Map<string, Weight>();

  constructor(fragmentOf: FragmentOf, variables?: Record<string, unknown>) {
    this.#fragmentOf = fragmentOf;
    this.#variables = variables;
  }

  weigh(set: SelectionSetNode, type: GraphQLObjectType): Weight {
    const sum = { selections: 0, objects: 0 };
    for (const one of set.selections) {
      const weight =
        one.kind === Kind.FIELD
          ? this.#field(one, type)
          : one.kind === Kind.INLINE_FRAGMENT
            ? this.weigh(one.selectionSet, type)
            : this.#fragment(one.name.value, type);
      sum.selections += weight.selections;
      sum.objects += weight.objects;
    }
    return sum;
  }

  #field(node: FieldNode, parent: GraphQLObjectType): Weight {
    const field = parent.getFields()[node.name.value];
    const type = field && getNamedType(field.type);
    if (!isObjectType(type) || !node.selectionSet) return { selections: 0, objects: 0 };
    const inner = this.weigh(node.selectionSet, type);
    return {
      selections: 1 + inner.selections,
      objects: 1 + this.#pageSize(field, node) * inner.objects,
    };
  }

  #fragment(name: string, type: GraphQLObjectType): Weight {
    const known = this.#fragments.get(name);
    if (known) return known;
    this.#fragments.set(name, { selections: 0, objects: 0 });
    const fragment = this.#fragmentOf(name);
    const weight = fragment
      ? this.weigh(fragment.selectionSet, type)
      : { selections: 0, objects: 0 };
    this.#fragments.set(name, weight);
    return weight;
  }

  #pageSize(
    field: GraphQLField<unknown, unknown> | undefined,
    { arguments: given = [] }: FieldNode,
  ): number {
    const known = field?.args.find(({ name }) => name === 'limit');
    if (!known) return 1;
    const standard = typeof known.defaultValue === 'number' ? known.defaultValue : largestPage;
    const value = given.find(({ name }) => name.value === 'limit')?.value;
    if (!value) return standard;
    if (value.kind === Kind.INT) return within(Number(value.value));
    if (value.kind !== Kind.VARIABLE || !this.#variables) return largestPage;
    const asked = this.#variables[value.name.value];
    return typeof asked === 'number' ? within(asked) : standard;
  }
}

const within = (limit: number) => Math.min(largestPage, Math.max(1, limit));

/** Query complexity: how much a document makes the gateway plan and the services load (page size × child cost). */

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
import { computedFields } from '../computed-fields.ts';

/** The maximum of any `limit`, also assumed for variables that are not known yet. */
const maxPageSize = 100;

interface Complexity {
  /** Selections of objects, each of which is planned. */
  selections: number;
  /** Objects that may have to be loaded. */
  objects: number;
}

/** A validation rule: a document beyond either limit is TOO_COMPLEX. */
export function complexityRule(max: Complexity): ValidationRule {
  return (context) => ({
    OperationDefinition: (operation) => {
      const root = context.getSchema().getRootType(operation.operation);
      if (!root) return;
      const counter = new ComplexityCounter((name) => context.getFragment(name));
      const { selections, objects } = counter.measure(operation.selectionSet, root);
      if (objects > max.objects) {
        reportTooComplex(
          context,
          `This may load ${objects} objects; at most ${max.objects} are allowed.`,
        );
      } else if (selections > max.selections) {
        reportTooComplex(
          context,
          `This selects ${selections} objects; at most ${max.selections} are allowed.`,
        );
      }
    },
  });
}

function reportTooComplex(context: ValidationContext, sentence: string): void {
  context.reportError(new GraphQLError(sentence, { extensions: { code: 'TOO_COMPLEX' } }));
}

interface Operation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

/** The cost of an operation, which depends only on its page sizes. */
interface CachedCost {
  sizes: readonly string[];
  /** Keyed by the page sizes, each of which has about a hundred values. */
  objects: Map<string, number>;
}

const cachedCosts = new WeakMap<OperationDefinitionNode, CachedCost>();
const maxCachedCosts = 200;

/** The maximum number of objects that an operation may load with these variables. */
export function estimateObjects(
  schema: GraphQLSchema,
  given: Operation,
  variables: Record<string, unknown>,
): number {
  const { document, operation } = given;
  let known = cachedCosts.get(operation);
  if (!known) {
    known = { sizes: pageSizeVariables(document), objects: new Map() };
    cachedCosts.set(operation, known);
  }
  const key = known.sizes.map((name) => pageSizeKey(variables, name)).join();
  const found = known.objects.get(key);
  if (found !== undefined) return found;
  const objects = measure(schema, given, variables);
  if (known.objects.size < maxCachedCosts) known.objects.set(key, objects);
  return objects;
}

/** The objects in lists of the input, each of which the gateway and a service validate. */
export function countInputObjects(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 0;
  const own = Array.isArray(input) ? input.filter((one) => typeof one === 'object').length : 0;
  return Object.values(input).reduce<number>((sum, one) => sum + countInputObjects(one), own);
}

/** Names of the variables used as page sizes. */
function pageSizeVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Argument: ({ name, value }) => {
      if (name.value === 'limit' && value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** The cache key of a page size: the bounded number, '' for the default, or 'other' for an invalid value. */
function pageSizeKey(variables: Record<string, unknown>, name: string): string {
  const size = variables[name];
  if (typeof size === 'number') return String(within(size));
  return Object.hasOwn(variables, name) ? 'other' : '';
}

function measure(
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
  return new ComplexityCounter((name) => fragments.get(name), given).measure(
    operation.selectionSet,
    root,
  ).objects;
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode) {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)]] : [],
    ),
  );
}

/** The maximum of mutations per request, so that one request cannot do the work of many. */
const maxSideEffects = 3;

export const sideEffectsRule: ValidationRule = (context) => ({
  OperationDefinition: ({ operation, selectionSet }) => {
    if (operation !== OperationTypeNode.MUTATION) return;
    const count = countFields(selectionSet, {
      ...{ context, counted: new Map() },
      isCounted: (name) => name !== '__typename',
    });
    if (count <= maxSideEffects) return;
    reportTooComplex(
      context,
      `This changes ${count} things; at most ${maxSideEffects} are allowed.`,
    );
  },
});

const maxComputed = 3;

/** A validation rule: aliases must not multiply computations. */
export const computationsRule: ValidationRule = (context) => ({
  OperationDefinition: ({ operation, selectionSet }) => {
    if (operation !== OperationTypeNode.QUERY) return;
    const isCounted = (name: string) => computedFields.includes(name);
    const count = countFields(selectionSet, { context, counted: new Map(), isCounted });
    if (count <= maxComputed) return;
    reportTooComplex(
      context,
      `This computes ${count} results; at most ${maxComputed} are allowed.`,
    );
  },
});

/** The computed results of an operation that passed `computationsRule`. */
export function countComputed({ document, operation }: Operation): number {
  const known = computedCounts.get(operation);
  if (known !== undefined) return known;
  const getFragment = (name: string) =>
    document.definitions.find(
      (one): one is FragmentDefinitionNode =>
        one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name,
    );
  const isCounted = (name: string) => computedFields.includes(name);
  const about = { context: { getFragment }, counted: new Map(), isCounted };
  const count = countFields(operation.selectionSet, about);
  computedCounts.set(operation, count);
  return count;
}

const computedCounts = new WeakMap<OperationDefinitionNode, number>();

interface Counting {
  isCounted: (name: string) => boolean;
  context: { getFragment: FragmentOf };
  counted: Map<string, number>;
}

/**
 * Counts root fields, including those of fragments. Each fragment is evaluated once, however often it is spread, because
 * nested spreads would otherwise grow exponentially; a recursive fragment adds nothing.
 */
function countFields({ selections }: SelectionSetNode, known: Counting): number {
  let count = 0;
  for (const one of selections) {
    if (one.kind === Kind.FIELD) count += known.isCounted(one.name.value) ? 1 : 0;
    else if (one.kind === Kind.INLINE_FRAGMENT) count += countFields(one.selectionSet, known);
    else count += countFragmentFields(one.name.value, known);
  }
  return count;
}

function countFragmentFields(name: string, known: Counting): number {
  const { context, counted } = known;
  if (!counted.has(name)) {
    counted.set(name, 0);
    const fragment = context.getFragment(name);
    if (fragment) counted.set(name, countFields(fragment.selectionSet, known));
  }
  return counted.get(name) ?? 0;
}

type FragmentOf = (name: string) => FragmentDefinitionNode | null | undefined;

class ComplexityCounter {
  readonly #fragmentOf: FragmentOf;
  /** Absent during validation, when variables are not known. */
  readonly #variables: Record<string, unknown> | undefined;
  /** Each fragment is counted once, however often it is spread; one inside itself weighs nothing more. */
  readonly #fragments = new Map<string, Complexity>();

  constructor(fragmentOf: FragmentOf, variables?: Record<string, unknown>) {
    this.#fragmentOf = fragmentOf;
    this.#variables = variables;
  }

  measure(set: SelectionSetNode, type: GraphQLObjectType): Complexity {
    const sum = { selections: 0, objects: 0 };
    for (const one of set.selections) {
      const complexity =
        one.kind === Kind.FIELD
          ? this.#field(one, type)
          : one.kind === Kind.INLINE_FRAGMENT
            ? this.measure(one.selectionSet, type)
            : this.#fragment(one.name.value, type);
      sum.selections += complexity.selections;
      sum.objects += complexity.objects;
    }
    return sum;
  }

  #field(node: FieldNode, parent: GraphQLObjectType): Complexity {
    const field = parent.getFields()[node.name.value];
    const type = field && getNamedType(field.type);
    if (!isObjectType(type) || !node.selectionSet) return { selections: 0, objects: 0 };
    const inner = this.measure(node.selectionSet, type);
    return {
      selections: 1 + inner.selections,
      objects: 1 + this.#pageSize(field, node) * inner.objects,
    };
  }

  #fragment(name: string, type: GraphQLObjectType): Complexity {
    const known = this.#fragments.get(name);
    if (known) return known;
    this.#fragments.set(name, { selections: 0, objects: 0 });
    const fragment = this.#fragmentOf(name);
    const complexity = fragment
      ? this.measure(fragment.selectionSet, type)
      : { selections: 0, objects: 0 };
    this.#fragments.set(name, complexity);
    return complexity;
  }

  #pageSize(
    field: GraphQLField<unknown, unknown> | undefined,
    { arguments: given = [] }: FieldNode,
  ): number {
    const known = field?.args.find(({ name }) => name === 'limit');
    if (!known) return 1;
    const defaultSize = typeof known.defaultValue === 'number' ? known.defaultValue : maxPageSize;
    const value = given.find(({ name }) => name.value === 'limit')?.value;
    if (!value) return defaultSize;
    if (value.kind === Kind.INT) return within(Number(value.value));
    if (value.kind !== Kind.VARIABLE || !this.#variables) return maxPageSize;
    const requested = this.#variables[value.name.value];
    return typeof requested === 'number' ? within(requested) : defaultSize;
  }
}

const within = (limit: number) => Math.min(maxPageSize, Math.max(1, limit));

/** Loads the REST routes: parses, validates and compiles every stored operation once at startup. */

import type {
  ArgumentNode,
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  ObjectFieldNode,
  OperationDefinitionNode,
  TypeNode,
} from 'graphql';
import {
  extendSchema,
  GraphQLEnumType,
  GraphQLNonNull,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  OperationTypeNode,
  parse,
  print,
  TypeInfo,
  typeFromAST,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { declaredLimits, namesOfInput, readStoredOperations } from './declarations.ts';
import { expandFragment } from './expand-fragment.ts';
import type { InputField } from './read-input.ts';
import type { RestRoute } from './rest-directive.ts';
import { directiveDocument, readRoute } from './rest-directive.ts';
import type { Converter } from './write-output.ts';
import { compileOutput } from './write-output.ts';

export interface StoredOperation {
  name: string;
  document: DocumentNode;
  definition: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Query or Mutation. */
  root: GraphQLObjectType;
  mutation: boolean;
  /** Maps GraphQL argument names to REST field names. */
  restNames: ReadonlyMap<string, string>;
  /** The key of the result in `data`; undefined: the result is `data` itself. */
  resultKey: string | undefined;
  convert: Converter | undefined;
}

export interface Call {
  row: RestRoute;
  /** By the value of the choosing body field; a single operation is stored under ''. */
  operations: ReadonlyMap<string, StoredOperation>;
  pathFields: InputField[];
  queryFields: InputField[];
  bodyFields: InputField[];
}

/**
 * Throws if an operation does not match the schema or its route, so that the gateway does not start. `text`: all stored
 * operations and their fragments.
 */
export function loadCalls(schema: GraphQLSchema, text: string = readStoredOperations()): Call[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const node of parse(text).definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(node.name.value, expandFragment(node, schema));
    if (node.kind === Kind.OPERATION_DEFINITION) operations.push(node);
  }
  const extended = extendSchema(schema, directiveDocument);
  const stored = operations.map((definition) => ({
    row: readRoute(definition),
    operation: loadOperation(definition, { schema, extended, fragments }),
  }));
  const byPath = Map.groupBy(stored, ({ row }) => `${row.method} ${row.path}`);
  return [...byPath.values()]
    .map((those) => buildCall(those, schema))
    .sort((one, other) => (one.row.path < other.row.path ? -1 : 1));
}

interface LoadOptions {
  schema: GraphQLSchema;
  /** The schema with the directive. */
  extended: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Validates an operation and removes its directive, which only the gateway knows. */
function loadOperation(
  declared: OperationDefinitionNode,
  { schema, extended, fragments }: LoadOptions,
): StoredOperation {
  const used = new Set<FragmentDefinitionNode>();
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode): unknown =>
    visit(node, {
      FragmentSpread: ({ name: spread }) => {
        const fragment = fragments.get(spread.value);
        if (!fragment || used.has(fragment)) return;
        used.add(fragment);
        collect(fragment);
      },
    });
  collect(declared);
  const name = declared.name?.value ?? '';
  const errors = validate(extended, {
    kind: Kind.DOCUMENT,
    definitions: [declared, ...used],
  });
  if (errors.length > 0)
    throw new Error(`Stored operation ${name}: ${errors.map((one) => one.message).join(' ')}`);
  const definition = { ...declared, directives: [] };
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [definition, ...used] };
  return compileOperation({ name, document, definition, fragments }, schema);
}

function compileOperation(
  stored: Pick<StoredOperation, 'name' | 'document' | 'definition' | 'fragments'>,
  schema: GraphQLSchema,
): StoredOperation {
  const { definition, fragments, name } = stored;
  const root = schema.getRootType(definition.operation);
  if (!root)
    throw new Error(`Stored operation ${name}: the schema has no ${definition.operation}.`);
  const [selection] = definition.selectionSet.selections;
  const whole = compileOutput(definition.selectionSet, root, fragments);
  const wrapped = selection?.kind === Kind.FIELD && selection.alias?.value === 'result';
  return {
    ...stored,
    root,
    mutation: definition.operation === OperationTypeNode.MUTATION,
    restNames: collectRestNames(definition),
    resultKey: wrapped ? 'result' : undefined,
    convert: whole,
  };
}

const nameOfType = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : nameOfType(type.type);

/** Services report errors by GraphQL argument; REST callers know the variable passed as that argument. */
function collectRestNames(definition: OperationDefinitionNode): Map<string, string> {
  const names = new Map<string, string>();
  for (const { variable, type } of definition.variableDefinitions ?? []) {
    const [name, nested] = [variable.name.value, namesOfInput(nameOfType(type))];
    for (const [field, renamed] of Object.entries(nested))
      names.set(`${name}.${field}`, `${name}.${renamed}`);
  }
  visit(definition, {
    Argument: (node) => {
      if (node.value.kind === Kind.VARIABLE) names.set(node.name.value, node.value.name.value);
      if (node.value.kind !== Kind.OBJECT) return;
      for (const { name, value } of node.value.fields) {
        if (value.kind !== Kind.VARIABLE) continue;
        names.set(name.value, value.name.value);
        names.set(`${node.name.value}.${name.value}`, value.name.value);
      }
    },
  });
  return names;
}

/** The schema's description of the argument or input field that each variable is passed to. */
function collectDescriptions({ definition }: StoredOperation, schema: GraphQLSchema) {
  const found = new Map<string, string>();
  const info = new TypeInfo(schema);
  const note = (node: ArgumentNode | ObjectFieldNode, description?: string | null) => {
    if (node.value.kind === Kind.VARIABLE && description)
      found.set(node.value.name.value, description);
  };
  const visitor = visitWithTypeInfo(info, {
    Argument: (node) => note(node, info.getArgument()?.description),
    ObjectField: (node) => {
      const parent = info.getParentInputType();
      const type = parent && getNamedType(parent);
      if (isInputObjectType(type)) note(node, type.getFields()[node.name.value]?.description);
    },
  });
  visit(definition, visitor);
  return found;
}

function inputFields(operation: StoredOperation, schema: GraphQLSchema): InputField[] {
  const descriptions = collectDescriptions(operation, schema);
  return (operation.definition.variableDefinitions ?? []).map((node) => {
    const type = typeFromAST(schema, node.type as never);
    if (!type || !isInputType(type)) throw new Error(`Unknown type ${print(node.type)}.`);
    const nullable = !isNonNullType(type);
    return {
      name: node.variable.name.value,
      type,
      nullable,
      required: !nullable && node.defaultValue === undefined,
      description: descriptions.get(node.variable.name.value),
    };
  });
}

interface RoutedOperation {
  row: RestRoute;
  operation: StoredOperation;
}

/** The body field whose value chooses among several operations of one path. */
function choiceField(those: readonly RoutedOperation[]): InputField[] {
  const choices = those.flatMap(({ row }) => row.when ?? []);
  const [first] = choices;
  if (!first) return [];
  const values = Object.fromEntries(choices.map(({ is }) => [is, {}]));
  const type = new GraphQLNonNull(new GraphQLEnumType({ name: `Choice_${first.field}`, values }));
  return [{ name: first.field, type, nullable: false, required: true }];
}

/** Builds the call of all operations of one method and path. */
function buildCall(those: readonly RoutedOperation[], schema: GraphQLSchema): Call {
  const [first] = those;
  if (!first) throw new Error('a call without an operation');
  const { row } = first;
  const operations = new Map(those.map((one) => [one.row.when?.is ?? '', one.operation]));
  if (operations.size < those.length)
    throw new Error(`${row.method} ${row.path} has several operations that nothing chooses among.`);
  const optionsOf = ({ row: { when, summary: _, ...options } }: RoutedOperation) =>
    JSON.stringify({ ...options, when: when?.field });
  if (those.some((one) => optionsOf(one) !== optionsOf(first)))
    throw new Error(`The operations of ${row.method} ${row.path} have different options.`);
  const pathNames = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const limits = declaredLimits[`${row.method} ${row.path}`] ?? {};
  const fields = inputFields(first.operation, schema).map((field) => ({
    ...field,
    maxItems: limits[field.name]?.maxItems,
  }));
  const missing = pathNames.filter((name) => !fields.some((field) => field.name === name));
  if (missing.length > 0) throw new Error(`${row.path}: ${missing.join()} is no variable.`);
  const rest = fields.filter((field) => !pathNames.includes(field.name));
  // A list does not fit a query.
  const hasBody =
    row.method === 'POST' || rest.some(({ type }) => isListType(getNullableType(type)));
  return {
    row,
    operations,
    pathFields: fields.filter((field) => pathNames.includes(field.name)),
    queryFields: hasBody ? [] : rest,
    bodyFields: hasBody ? [...choiceField(those), ...rest] : [],
  };
}

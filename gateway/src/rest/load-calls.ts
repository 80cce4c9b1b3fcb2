/** Loads the REST routes: parses, validates and compiles every stored operation once at startup. */

import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type {
  ArgumentNode,
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  ObjectFieldNode,
  OperationDefinitionNode,
} from 'graphql';
import {
  GraphQLEnumType,
  GraphQLNonNull,
  getNamedType,
  isInputObjectType,
  isInputType,
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
import type { InputField } from './read-input.ts';
import type { RestRoute } from './routes.ts';
import { restRoutes } from './routes.ts';
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

const folder = join(import.meta.dirname, 'operations');

/** Throws if an operation does not match the schema or its route, so that the gateway does not start. */
export function loadCalls(schema: GraphQLSchema): Call[] {
  const fragments = loadFragments();
  const loaded = new Map<string, StoredOperation>();
  const operation = (name: string) => {
    const known = loaded.get(name) ?? loadOperation(name, schema, fragments);
    loaded.set(name, known);
    return known;
  };
  return restRoutes.map((row) => buildCall(row, operation, schema));
}

function loadFragments(): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const file of globSync('fragments/*.graphql', { cwd: folder }).sort()) {
    for (const node of parse(readFileSync(join(folder, file), 'utf8')).definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
    }
  }
  return fragments;
}

/** Names of all stored operations on disk, so that a test finds unused ones. */
export function storedOperationNames(): string[] {
  return globSync('*.graphql', { cwd: folder }).map((file) => basename(file, '.graphql'));
}

function loadOperation(
  name: string,
  schema: GraphQLSchema,
  library: ReadonlyMap<string, FragmentDefinitionNode>,
): StoredOperation {
  const own = parse(readFileSync(join(folder, `${name}.graphql`), 'utf8'));
  const used = new Set<FragmentDefinitionNode>();
  const collect = (node: DocumentNode | FragmentDefinitionNode) =>
    visit(node, {
      FragmentSpread: ({ name: spread }) => {
        const fragment = library.get(spread.value);
        if (!fragment || used.has(fragment)) return;
        used.add(fragment);
        collect(fragment);
      },
    });
  collect(own);
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [...own.definitions, ...used],
  };
  const errors = validate(schema, document);
  const [definition] = own.definitions;
  if (errors.length > 0 || definition?.kind !== Kind.OPERATION_DEFINITION) {
    throw new Error(`Stored operation ${name}: ${errors.map((one) => one.message).join(' ')}`);
  }
  return compileOperation({ name, document, definition, fragments: library }, schema);
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

/** Services report errors by GraphQL argument; REST callers know the variable passed as that argument. */
function collectRestNames(definition: OperationDefinitionNode): Map<string, string> {
  const names = new Map<string, string>();
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

function choiceField(by: string, choices: Record<string, string>): InputField {
  const values = Object.fromEntries(Object.keys(choices).map((value) => [value, {}]));
  const type = new GraphQLNonNull(new GraphQLEnumType({ name: `Choice_${by}`, values }));
  return { name: by, type, nullable: false, required: true };
}

function buildCall(
  row: RestRoute,
  operation: (name: string) => StoredOperation,
  schema: GraphQLSchema,
): Call {
  const choices = typeof row.operation === 'string' ? { '': row.operation } : row.operation.choices;
  const operations = new Map(
    Object.entries(choices).map(([value, name]) => [value, operation(name)]),
  );
  const [first] = operations.values();
  if (!first) throw new Error(`${row.method} ${row.path} has no operation.`);
  const pathNames = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const fields = inputFields(first, schema);
  const missing = pathNames.filter((name) => !fields.some((field) => field.name === name));
  if (missing.length > 0) throw new Error(`${row.path}: ${missing.join()} is no variable.`);
  const rest = fields.filter((field) => !pathNames.includes(field.name));
  const choice =
    typeof row.operation === 'string' ? [] : [choiceField(row.operation.by, row.operation.choices)];
  return {
    row,
    operations,
    pathFields: fields.filter((field) => pathNames.includes(field.name)),
    queryFields: row.method === 'POST' ? [] : rest,
    bodyFields: row.method === 'POST' ? [...choice, ...rest] : [],
  };
}

/** Completes a test's reply with the fields that its sample leaves out, so that samples need no edit for a new field. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql';
import {
  buildASTSchema,
  concatAST,
  getNamedType,
  isAbstractType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';

type Json = Record<string, unknown>;

let schema: GraphQLSchema | undefined;

/** The API's schema, from the files that the gateway commits. */
function loadSchema(): GraphQLSchema {
  schema ??= buildASTSchema(concatAST(readSchemaFiles()), { assumeValidSDL: true });
  return schema;
}

function readSchemaFiles(): DocumentNode[] {
  const gateway = join(import.meta.dirname, '../../../gateway');
  const read = (file: string) => parse(readFileSync(join(gateway, file), 'utf8'));
  // `live.graphql` only extends the type of subscriptions.
  return [read('supergraph.graphql'), parse('type Subscription'), read('live.graphql')];
}

/**
 * A copy of `data` with every field that `document` selects. A missing field is null; if the schema requires it, it
 * throws.
 */
export function completeReply(document: DocumentNode, data: Json): Json {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === 'FragmentDefinition') fragments.set(node.name.value, node);
  const operation = document.definitions.find((node) => node.kind === 'OperationDefinition');
  if (!operation) return data;
  const root = `${operation.operation[0]?.toUpperCase()}${operation.operation.slice(1)}`;
  return completeObject(data, operation.selectionSet, { typeName: root, fragments });
}

interface Context {
  /** The type of the object; the sample's `__typename` is more precise. */
  typeName: string;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

function completeObject(value: Json, { selections }: SelectionSetNode, context: Context): Json {
  const { fragments } = context;
  const typeName = typeof value.__typename === 'string' ? value.__typename : context.typeName;
  let completed = { ...value };
  for (const one of selections) {
    if (one.kind === 'Field') {
      if (one.name.value === '__typename') continue;
      completed[one.alias?.value ?? one.name.value] = completeField(completed, one, {
        typeName,
        fragments,
      });
      continue;
    }
    const inner = one.kind === 'FragmentSpread' ? fragments.get(one.name.value) : one;
    if (!inner) continue;
    const condition = inner.typeCondition?.name.value ?? typeName;
    if (applies(condition, typeName))
      completed = completeObject(completed, inner.selectionSet, {
        typeName: isObject(typeName) ? typeName : condition,
        fragments,
      });
  }
  return completed;
}

const isObject = (typeName: string) => isObjectType(loadSchema().getType(typeName));

/** Whether a fragment on `condition` applies to an object of the type. */
function applies(condition: string, typeName: string): boolean {
  if (condition === typeName || !isObject(typeName)) return true;
  const type = loadSchema().getType(condition);
  const object = loadSchema().getType(typeName) as GraphQLObjectType;
  return isAbstractType(type) && loadSchema().isSubType(type, object);
}

function completeField(sample: Json, field: FieldNode, { typeName, fragments }: Context): unknown {
  const name = field.name.value;
  const type = loadSchema().getType(typeName);
  const declared = type && 'getFields' in type ? type.getFields()[name]?.type : undefined;
  if (!declared) throw new Error(`${typeName} has no field ${name}`);
  const present = sample[field.alias?.value ?? name] ?? null;
  if (present === null && isNonNullType(declared))
    throw new Error(`sample of ${typeName} lacks the required field ${name}`);
  if (!field.selectionSet) return present;
  const inner = { typeName: getNamedType(declared).name, fragments };
  return completeValue(present, field.selectionSet, inner);
}

function completeValue(value: unknown, set: SelectionSetNode, context: Context): unknown {
  if (Array.isArray(value)) return value.map((item) => completeValue(item, set, context));
  if (typeof value !== 'object' || value === null) return value;
  return completeObject(value as Json, set, context);
}

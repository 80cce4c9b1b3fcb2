/** The OpenAPI description of the REST API, derived from the stored operations and the GraphQL schema. */

import type {
  GraphQLField,
  GraphQLInputField,
  GraphQLInputType,
  GraphQLObjectType,
  GraphQLOutputType,
  SelectionSetNode,
} from 'graphql';
import {
  GraphQLNonNull,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  valueFromAST,
} from 'graphql';
import type { StreamRoute } from './declarations.ts';
import { numbersOf, restNameOf, streams, unreadableField } from './declarations.ts';
import { errorSchema } from './error-schema.ts';
import { describeParameter, describeQuotas, limitsOfType, withLimits } from './input-limits.ts';
import type { Call, StoredOperation } from './load-calls.ts';
import type { InputField } from './read-input.ts';
import { selectedFields } from './write-output.ts';

export type Json = { [key: string]: unknown };

const scalars: Record<string, Json> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  // No multipleOf 0.01: validators divide in binary and reject 927.54.
  Cents: { type: 'number', description: 'In US dollars, at most two decimals.' },
  BasisPoints: { type: 'number', description: 'In percent, at most two decimals.' },
  DateTime: { type: 'string', format: 'date-time' },
  CalendarDate: { type: 'string', format: 'date' },
};

const orNull = (schema: Json): Json => {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [schema.type, 'null'], ...values };
};

function describeLeaf(type: GraphQLInputType | GraphQLOutputType): Json {
  const known = 'name' in type ? scalars[type.name] : undefined;
  if (known || !isEnumType(type)) return known ?? {};
  const numbers = numbersOf(type.name);
  if (numbers) return { type: 'integer', enum: Object.values(numbers) };
  return { type: 'string', enum: type.getValues().map((one) => one.name) };
}

function describeInput(type: GraphQLInputType): Json {
  if (isNonNullType(type)) return describeBareInput(type.ofType);
  return orNull(describeBareInput(type));
}

function describeBareInput(type: GraphQLInputType): Json {
  if (isListType(type)) return { type: 'array', items: describeInput(type.ofType), maxItems: 100 };
  if (!isInputObjectType(type)) return { ...describeLeaf(type), ...limitsOfType(type.name) };
  const fields = Object.values(type.getFields()).filter(({ name }) => name !== unreadableField);
  const nameOfField = (field: GraphQLInputField) => restNameOf(type.name, field.name);
  const required = fields.filter((field) => isNonNullType(field.type)).map(nameOfField);
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        nameOfField(field),
        withDescription(describeInput(field.type), field.description),
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

const pageBounds: Record<string, Json> = {
  page: { minimum: 1 },
  limit: { minimum: 1, maximum: 100 },
};

/** One input field with its bounds and default. */
function describeField(field: InputField, { row, operations }: Call): Json {
  const [operation] = operations.values();
  const node = operation?.definition.variableDefinitions?.find(
    (one) => one.variable.name.value === field.name,
  );
  const bounds = pageBounds[field.name];
  const defaultValue = node?.defaultValue && valueFromAST(node.defaultValue, field.type);
  const described = {
    // The bounds replace the description.
    ...withDescription(describeInput(field.type), bounds ? undefined : field.description),
    ...bounds,
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
  };
  return withLimits(described, `${row.method} ${row.path}`, field.name);
}

type Fragments = StoredOperation['fragments'];

const roots = new Set(['Query', 'Mutation']);
const bareOf = (type: GraphQLOutputType) => new GraphQLNonNull(getNullableType(type));

function describeSelection(
  set: SelectionSetNode,
  parent: GraphQLObjectType,
  fragments: Fragments,
): Json {
  const properties: Json = {};
  for (const { name, field, selections } of selectedFields(set, parent, fragments)) {
    const found = parent.getFields()[field];
    // A null root field is an error, which REST reports as an error response.
    const shown = found && roots.has(parent.name) ? { ...found, type: bareOf(found.type) } : found;
    if (shown) properties[name] = describeOutput(shown, selections, fragments);
  }
  return { title: parent.name, type: 'object', properties, required: Object.keys(properties) };
}

function describeOutput(
  field: GraphQLField<unknown, unknown>,
  selections: SelectionSetNode | undefined,
  fragments: Fragments,
): Json {
  const walk = (type: GraphQLOutputType): Json => {
    if (isNonNullType(type)) return walkBare(type.ofType);
    return orNull(walkBare(type));
  };
  const walkBare = (type: GraphQLOutputType): Json => {
    if (isListType(type)) return { type: 'array', items: walk(type.ofType) };
    if (isObjectType(type) && selections) return describeSelection(selections, type, fragments);
    return describeLeaf(type);
  };
  return withDescription(walk(field.type), field.description);
}

/** Puts the description of the schema before that of the scalar. */
function withDescription(described: Json, description: string | null | undefined): Json {
  const text = [description, described.description].filter(Boolean).join(' ');
  return text ? { ...described, description: text } : described;
}

function describeResponse({ row, operations }: Call): Json {
  const status = row.response === 'NOTHING' ? 204 : (row.status ?? 200);
  if (status === 204) return { 204: { description: 'Done; no body.' } };
  const message = { type: 'string', const: row.message };
  const [operation] = operations.values();
  const whole = operation && row.response !== 'MESSAGE' ? describeWhole(operation) : undefined;
  const schema = mergeMessage(whole, row.message ? message : undefined);
  return {
    [status]: { description: row.message ?? 'Done.', content: { 'application/json': { schema } } },
    ...(row.doneField === undefined ? {} : { 204: { description: 'Done; no body.' } }),
  };
}

function describeWhole({ name, definition, root, fragments, resultKey }: StoredOperation): Json {
  // Named after the call: several responses consist of fields of the root type.
  const whole: Json = {
    ...describeSelection(definition.selectionSet, root, fragments),
    title: name,
  };
  return resultKey ? ((whole.properties as Json)[resultKey] as Json) : whole;
}

function mergeMessage(whole: Json | undefined, message: Json | undefined): Json {
  if (!message) return whole ?? {};
  const properties = { ...((whole?.properties as Json) ?? {}), message };
  return { type: 'object', properties, required: Object.keys(properties) };
}

const errorResponse = { $ref: '#/components/responses/Error' };
const tagOf = (path: string) => path.split('/')[1] ?? '';
const nameOf = (method: string, path: string) =>
  `${method.toLowerCase()}_${path.replace(/[{}]/g, '').replace(/\W+/g, '_').replace(/^_/, '')}`;

function describeCall(call: Call): Json {
  const { row, pathFields, queryFields, bodyFields } = call;
  const parameters = [
    ...pathFields.map((field) => ({
      in: 'path',
      required: true,
      ...parameterOf(field, call),
    })),
    ...queryFields.map((field) => ({
      in: 'query',
      required: field.required,
      ...parameterOf(field, call),
    })),
  ];
  const required = bodyFields.filter((field) => field.required).map((field) => field.name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(bodyFields.map((one) => [one.name, describeField(one, call)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
  return {
    operationId: nameOf(row.method, row.path),
    tags: [tagOf(row.path)],
    summary: row.summary,
    security: row.public ? [] : [{ accessToken: [] }, { bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(bodyFields.length > 0
      ? {
          requestBody: {
            required: required.length > 0,
            content: { 'application/json': { schema } },
          },
        }
      : {}),
    responses: { ...describeResponse(call), default: errorResponse },
  };
}

function parameterOf(field: InputField, call: Call): Json {
  return { name: field.name, schema: describeField(field, call) };
}

function describeStream(row: StreamRoute): Json {
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const schemaOf = (name: string) => describeParameter(`${row.method} ${row.path}`, name);
  const parameters = [
    ...names.map((name) => ({ in: 'path', required: true, name, schema: schemaOf(name) })),
    ...(row.query ?? []).map((name) => ({
      ...{ in: 'query', required: false, name, schema: schemaOf(name) },
    })),
  ];
  const binary = { type: 'string', format: 'binary' };
  const body = (type: string) => ({
    [type]: { schema: type === 'application/json' ? { type: 'object' } : binary },
  });
  return {
    operationId: nameOf(row.method, row.path),
    tags: [tagOf(row.path)],
    summary: row.summary,
    security: row.signedIn ? [{ accessToken: [] }, { bearer: [] }] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(row.requestType ? { requestBody: { required: true, content: body(row.requestType) } } : {}),
    responses: {
      [row.status ?? 200]: { description: 'Done.', content: body(row.responseType) },
      default: errorResponse,
    },
  };
}

/** The OpenAPI 3.1 document of the whole of `/api`. */
export function describeApi(calls: readonly Call[]): Json {
  const paths: Record<string, Json> = {};
  const add = (method: string, path: string, described: Json) => {
    const at = paths[path] ?? {};
    paths[path] = at;
    at[method.toLowerCase()] = described;
  };
  for (const call of calls) add(call.row.method, call.row.path, describeCall(call));
  for (const row of streams) add(row.method, row.path, describeStream(row));
  const tags = [...new Set(Object.keys(paths).map(tagOf))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nameloan',
      version: '1',
      description: `Peer-to-peer lending against internet domain names. Requests and responses are JSON; money in dollars, rates in percent, times ISO 8601 in UTC. Lists are paged: page from 1, limit 1 to 100. Lengths count Unicode code points. ${describeQuotas()}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'apiKey', in: 'header', name: 'x-access-token' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: { Error: errorSchema },
      responses: {
        Error: {
          description:
            'Errors: 400 invalid input, 401 login required, 402 insufficient balance, 403 not permitted, 404 not found, 409 conflicting state, 413 too large, 415 unsupported type, 429 too many requests, 503 service unavailable.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

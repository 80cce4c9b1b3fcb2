/** Queries each field of a type separately, so that records have only the keys that the projection selects for it. */

import assert from 'node:assert/strict';
import { createLog } from '@nameloan/runtime/log';
import { Subgraph } from '@nameloan/subgraph/graphql/subgraph';
import type { ServiceDefinition } from '@nameloan/subgraph/service';
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import type { Caller } from './test-service.ts';

export interface FieldQuery {
  /** The operation with `selection` on records of the type. */
  query(selection: string): string;
  variables?: Record<string, unknown>;
}

/** Fails if a field's resolver reads a key that the projection does not select, or if a query fails. */
export async function queryEachField(
  { folder, context, resolvers }: ServiceDefinition,
  type: string,
  { callers, queries }: { callers: readonly Caller[]; queries: readonly FieldQuery[] },
): Promise<void> {
  const schema = new Subgraph(folder, resolvers, createLog(context.name, 'silent')).schema;
  const entityType = schema.getType(type);
  assert.ok(isObjectType(entityType), type);
  for (const { name, type: fieldType } of Object.values(entityType.getFields())) {
    const selection = isLeafType(getNamedType(fieldType)) ? name : `${name} { __typename }`;
    for (const call of callers)
      for (const { query, variables } of queries) {
        const { code, message } = await call(query(selection), variables);
        assert.ok(code !== 'INTERNAL' && code !== 'INVALID_INPUT', `${name}: ${code} ${message}`);
      }
  }
}

/** The record as a federation entity. */
export const asEntity = (type: string, id: string): FieldQuery => ({
  query: (selection) =>
    `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on ${type} { ${selection} } } }`,
  variables: { keys: [{ __typename: type, id }] },
});

/** A list or page of the query; `below`: the field of a page that holds the records. */
export const asList = (field: string, below?: string): FieldQuery => ({
  query: (selection) =>
    `{ ${field} { ${below === undefined ? selection : `${below} { ${selection} }`} } }`,
});

/** Records in a field of another query's records. */
export const below = (base: FieldQuery, field: string): FieldQuery => ({
  ...base,
  query: (selection) => base.query(`${field} { ${selection} }`),
});

export const asOne = (field: string, variables: Record<string, unknown>): FieldQuery => ({
  query: (selection) => {
    const [[name = 'id'] = []] = [Object.keys(variables)];
    return `query ($${name}: ID!) { ${field}(${name}: $${name}) { ${selection} } }`;
  },
  variables,
});

/** Asks for each field of a type alone, so that its records carry what the table of keys names for it and nothing else. */

import assert from 'node:assert/strict';
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { Subgraph } from '../graphql/subgraph.ts';
import { createLog } from '../log.ts';
import type { ServiceDefinition } from '../service.ts';
import type { Caller } from './test-service.ts';

export interface Door {
  /** The operation that asks for `selection` of the records of one type. */
  query(selection: string): string;
  variables?: Record<string, unknown>;
}

/** Fails where a field's resolver reads a key that is not named for it, or where a door answers nothing. */
export async function askEachField(
  { folder, context, resolvers }: ServiceDefinition,
  type: string,
  { callers, doors }: { callers: readonly Caller[]; doors: readonly Door[] },
): Promise<void> {
  const schema = new Subgraph(folder, resolvers, createLog(context.name, 'silent')).schema;
  const noun = schema.getType(type);
  assert.ok(isObjectType(noun), type);
  for (const { name, type: answered } of Object.values(noun.getFields())) {
    const selection = isLeafType(getNamedType(answered)) ? name : `${name} { __typename }`;
    for (const call of callers)
      for (const { query, variables } of doors) {
        const { code, message } = await call(query(selection), variables);
        assert.ok(code !== 'INTERNAL' && code !== 'INVALID_INPUT', `${name}: ${code} ${message}`);
      }
  }
}

/** The same as an entity of federation. */
export const asEntity = (type: string, id: string): Door => ({
  query: (selection) =>
    `query ($of: [_Any!]!) { _entities(representations: $of) { ... on ${type} { ${selection} } } }`,
  variables: { of: [{ __typename: type, id }] },
});

/** A list or a page in a field of the query; `below`: where the records stand in a page. */
export const asList = (field: string, below?: string): Door => ({
  query: (selection) =>
    `{ ${field} { ${below === undefined ? selection : `${below} { ${selection} }`} } }`,
});

/** Of the records in a field of those that a door answers. */
export const below = (door: Door, field: string): Door => ({
  ...door,
  query: (selection) => door.query(`${field} { ${selection} }`),
});

export const asOne = (field: string, variables: Record<string, unknown>): Door => ({
  query: (selection) => {
    const [[name = 'id'] = []] = [Object.keys(variables)];
    return `query ($${name}: ID!) { ${field}(${name}: $${name}) { ${selection} } }`;
  },
  variables,
});

/** Every type, field, argument, enum value and mutation of the graph has a description. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { GraphQLArgument, GraphQLSchema } from 'graphql';
import {
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { supergraphFile } from './compose.ts';
import { extendWithLive } from './live/schema.ts';
import { apiSchemaOf } from './supergraph.ts';

/** Arguments with the same meaning everywhere, explained once in the README of the gateway. */
const wellKnown = new Set(['id', 'page', 'limit']);

function undescribed(schema: GraphQLSchema): string[] {
  const missing: string[] = [];
  const check = (name: string, { description }: { description?: string | null | undefined }) => {
    if (!description?.trim()) missing.push(name);
  };
  const checkArguments = (field: string, args: readonly GraphQLArgument[]) => {
    for (const arg of args) if (!wellKnown.has(arg.name)) check(`${field}(${arg.name})`, arg);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    const root = ['Query', 'Mutation'].includes(type.name);
    if (!root) check(type.name, type);
    if (isEnumType(type))
      for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields()))
        check(`${type.name}.${field.name}`, field);
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const name = `${type.name}.${field.name}`;
      if (field.name !== 'id') check(name, field);
      checkArguments(name, field.args);
    }
  }
  return missing;
}

test('every type, field, argument, value and mutation of the graph is described', async () => {
  const sdl = readFileSync(supergraphFile, 'utf8');
  assert.deepEqual(undescribed(extendWithLive(await apiSchemaOf(sdl))), []);
});

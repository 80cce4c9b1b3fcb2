/** The last released GraphQL schema and REST API, and the breaking changes since. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { buildSchema, findBreakingChanges, printSchema } from 'graphql';
import { extendWithLive } from '../live/schema.ts';
import type { Json } from '../rest/openapi.ts';
import { findRestBreaks } from './rest-breaks.ts';

const folder = join(import.meta.dirname, '../../released');
const graphFile = join(folder, 'schema.graphql');
const restFile = join(folder, 'openapi.json');

/** What clients rely on: the public schema and the OpenAPI description. */
export interface PublicApi {
  schema: GraphQLSchema;
  rest: Json;
}

/** One sentence per change that breaks clients of `before`. */
export function findBreaks(before: PublicApi, after: PublicApi): string[] {
  const graph = findBreakingChanges(before.schema, after.schema);
  return [
    ...graph.map(({ description }) => `GraphQL: ${description}`),
    ...findRestBreaks(before.rest, after.rest).map((sentence) => `REST: ${sentence}`),
  ];
}

/** The public API of a composed supergraph. */
export async function readPublicApi(sdl: string, rest: string): Promise<PublicApi> {
  const { apiSchemaOf } = await import('../supergraph.ts');
  return { schema: extendWithLive(await apiSchemaOf(sdl)), rest: JSON.parse(rest) };
}

/** Undefined if nothing was released yet. */
export function readReleased(): PublicApi | undefined {
  if (!existsSync(graphFile)) return undefined;
  const rest = JSON.parse(readFileSync(restFile, 'utf8'));
  return { schema: buildSchema(readFileSync(graphFile, 'utf8')), rest };
}

/** Marks this API as released. */
export function writeReleased({ schema, rest }: PublicApi): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(graphFile, `${printSchema(schema)}\n`);
  writeFileSync(restFile, `${JSON.stringify(rest, null, 1)}\n`);
}

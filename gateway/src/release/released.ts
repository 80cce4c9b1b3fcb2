/** The graph and the REST API as they were last released, and what those of today break of them. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { buildSchema, findBreakingChanges, printSchema } from 'graphql';
import { extendWithLive } from '../live/schema.ts';
import type { Json } from '../rest/openapi.ts';
import { restBreaks } from './rest-breaks.ts';

const folder = join(import.meta.dirname, '../../released');
const graphFile = join(folder, 'schema.graphql');
const restFile = join(folder, 'openapi.json');

/** What clients may rely on: the public schema, and the description of REST. */
export interface Languages {
  schema: GraphQLSchema;
  rest: Json;
}

/** A sentence for each thing that a client of the one would miss in the other. */
export function breaksOf(before: Languages, after: Languages): string[] {
  const graph = findBreakingChanges(before.schema, after.schema);
  return [
    ...graph.map(({ description }) => `GraphQL: ${description}`),
    ...restBreaks(before.rest, after.rest).map((sentence) => `REST: ${sentence}`),
  ];
}

/** Those of a composed supergraph. */
export async function languagesOf(sdl: string, rest: string): Promise<Languages> {
  const { apiSchemaOf } = await import('../supergraph.ts');
  return { schema: extendWithLive(await apiSchemaOf(sdl)), rest: JSON.parse(rest) };
}

/** Undefined where nothing was released yet. */
export function readReleased(): Languages | undefined {
  if (!existsSync(graphFile)) return undefined;
  const rest = JSON.parse(readFileSync(restFile, 'utf8'));
  return { schema: buildSchema(readFileSync(graphFile, 'utf8')), rest };
}

/** Says that what stands now is released: clients may rely on it. */
export function writeReleased({ schema, rest }: Languages): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(graphFile, `${printSchema(schema)}\n`);
  writeFileSync(restFile, `${JSON.stringify(rest, null, 1)}\n`);
}

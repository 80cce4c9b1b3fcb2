/** Owns the supergraph: @apollo/gateway plans over the committed SDL, our data source does the fetching. */

import { readFileSync } from 'node:fs';
import type { GraphQLDataSource, ServiceEndpointDefinition } from '@apollo/gateway';
import { ApolloGateway } from '@apollo/gateway';
import type { GraphQLSchema } from 'graphql';
import { turnTelemetryOff } from './config.ts';

export type StockExecutor = ApolloGateway['executor'];

export interface Supergraph {
  /** What clients may ask: no federation internals in it. */
  schema: GraphQLSchema;
  executor: StockExecutor;
  stop(): Promise<void>;
}

/** Plans are kept by their size: more than those of all documents that are kept take. */
const planStoreMib = 30;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export function readCommittedSupergraph(): string {
  return readFileSync(new URL('../supergraph.graphql', import.meta.url), 'utf8');
}

/** Loads the SDL; no service has to run for it. `sourceOf` makes the fetcher of one subgraph. */
export async function loadSupergraph(
  sdl: string,
  sourceOf: (name: string) => GraphQLDataSource,
): Promise<Supergraph> {
  turnTelemetryOff();
  const gateway = new ApolloGateway({
    supergraphSdl: sdl,
    buildService: ({ name }: ServiceEndpointDefinition) => sourceOf(name),
    logger: quiet,
    experimental_approximateQueryPlanStoreMiB: planStoreMib,
  });
  const { schema } = await gateway.load();
  return { schema, executor: gateway.executor, stop: () => gateway.stop() };
}

/** The public schema alone, for descriptions and checks that fetch nothing. */
export async function apiSchemaOf(sdl: string): Promise<GraphQLSchema> {
  const unreachable: GraphQLDataSource = {
    process: () => Promise.reject(new Error('nothing is fetched here')),
  };
  const { schema, stop } = await loadSupergraph(sdl, () => unreachable);
  await stop();
  return schema;
}

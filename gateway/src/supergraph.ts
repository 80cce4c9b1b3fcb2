/** Owns the supergraph: @apollo/gateway plans over the committed SDL, our data source does the fetching. */

import { readFileSync } from 'node:fs';
import type { Schema } from '@apollo/federation-internals';
import { operationFromDocument } from '@apollo/federation-internals';
import type { GraphQLDataSource, ServiceEndpointDefinition } from '@apollo/gateway';
import { ApolloGateway } from '@apollo/gateway';
import type { QueryPlanner } from '@apollo/query-planner';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { turnTelemetryOff } from './config.ts';
import type { Planned } from './plan/compile-operation.ts';

export type StockExecutor = ApolloGateway['executor'];

export interface Supergraph {
  /** What clients may ask: no federation internals in it. */
  schema: GraphQLSchema;
  executor: StockExecutor;
  /** How the stock executor would go about an operation. Throws where it cannot be planned. */
  plan(document: DocumentNode, operationName: string | undefined): Planned;
  stop(): Promise<void>;
}

/** Plans of what is left to the stock executor: few are. */
const planStoreMib = 4;
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
  const { executor } = gateway;
  return { schema, executor, plan: plannerOf(gateway), stop: () => gateway.stop() };
}

/** Its planner is no part of what it publishes: its version is pinned, and a test plans. */
function plannerOf(gateway: ApolloGateway): Supergraph['plan'] {
  const {
    apiSchema,
    queryPlanner,
    supergraphSchema,
    recursiveSelectionsLimitDisabled,
    nonLocalSelectionsLimitDisabled,
  } = gateway as unknown as PlanningGateway;
  const limits = { recursiveSelectionsLimitDisabled, nonLocalSelectionsLimitDisabled };
  return (document, operationName) => {
    const operation = operationFromDocument(apiSchema, document, { operationName });
    return { plan: queryPlanner.buildQueryPlan(operation, limits), operation, supergraphSchema };
  };
}

interface PlanningGateway {
  apiSchema: Schema;
  queryPlanner: QueryPlanner;
  supergraphSchema: GraphQLSchema;
  recursiveSelectionsLimitDisabled: boolean;
  nonLocalSelectionsLimitDisabled: boolean;
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

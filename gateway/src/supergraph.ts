/** Loads the supergraph: @apollo/gateway plans over the SDL, and our data sources fetch. */

import { readFileSync } from 'node:fs';
import type { Schema } from '@apollo/federation-internals';
import { operationFromDocument } from '@apollo/federation-internals';
import type { GraphQLDataSource, ServiceEndpointDefinition } from '@apollo/gateway';
import { ApolloGateway } from '@apollo/gateway';
import type { QueryPlanner } from '@apollo/query-planner';
import type { Planned } from '@nameloan/graphql-executor/plan/compile-operation';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { disableTelemetry } from './config.ts';

export type StockExecutor = ApolloGateway['executor'];

export interface Supergraph {
  /** The public schema, without federation internals. */
  schema: GraphQLSchema;
  executor: StockExecutor;
  /** The query plan of an operation. Throws if it cannot be planned. */
  plan(document: DocumentNode, operationName: string | undefined): Planned;
  stop(): Promise<void>;
}

/** Only few operations are left to the stock executor. */
const planStoreMib = 4;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export function readCommittedSupergraph(): string {
  return readFileSync(new URL('../supergraph.graphql', import.meta.url), 'utf8');
}

/** Loads the SDL without contacting any service. `sourceOf` returns the data source of a subgraph. */
export async function loadSupergraph(
  sdl: string,
  sourceOf: (name: string) => GraphQLDataSource,
): Promise<Supergraph> {
  disableTelemetry();
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

/** The planner is not a public API of Apollo's gateway: its version is pinned, and a test covers it. */
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

/** Only the public schema, for descriptions and checks that fetch nothing. */
export async function apiSchemaOf(sdl: string): Promise<GraphQLSchema> {
  const unreachable: GraphQLDataSource = {
    process: () => Promise.reject(new Error('this schema fetches nothing')),
  };
  const { schema, stop } = await loadSupergraph(sdl, () => unreachable);
  await stop();
  return schema;
}
